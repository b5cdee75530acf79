import { useEffect, useState } from 'react'
import { storeItem } from '#web/device/browser-storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
/** 'system' follows the device's setting. */
export type Theme = (typeof THEMES)[number]

// public/theme.js reads the same entry before the first paint, and when another tab changes it.
const KEY = 'theme'

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(shownTheme)

  // theme.js handles the event first and has applied the theme.
  useEffect(() => {
    const follow = () => setTheme(shownTheme())
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])

  function choose(next: Theme) {
    setTheme(next)
    storeTheme(next)
  }

  return [theme, choose]
}

function shownTheme(): Theme {
  const shown = document.documentElement.dataset['theme']
  return shown === 'light' || shown === 'dark' ? shown : 'system'
}

function storeTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  storeItem(KEY, theme === 'system' ? null : theme)
}
