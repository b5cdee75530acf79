import { createObservable, useObservable } from '#web/concurrency/observable.ts'
import { storeItem } from '#web/device/browser-storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

// public/theme.js reads the same entry before the first paint, and when another tab changes it.
const KEY = 'theme'

// Module state: the page has one theme.
const shown = createObservable(shownTheme())
// theme.js handles the event first and has applied the theme.
addEventListener('storage', () => shown.set(shownTheme()))

export const useTheme = (): [Theme, (theme: Theme) => void] => [useObservable(shown), chooseTheme]

function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function chooseTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  storeItem(KEY, theme === 'system' ? null : theme)
  shown.set(theme)
}
