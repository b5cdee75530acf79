import { createContext, use } from 'react'

export const CharacterKeysEnabledContext = createContext(false)

export const useAriaKeyShortcuts = (key: string): string | undefined =>
  use(CharacterKeysEnabledContext) ? key : undefined

export function pressControlOfKey(event: KeyboardEvent): void {
  const shortcut = `[aria-keyshortcuts="${CSS.escape(event.key)}" i]`
  const focused = document.activeElement
  // Of two tempo fields, the one whose Tap Tempo was used last.
  const control = focused?.matches(shortcut) === true ? focused : document.querySelector(shortcut)
  if (!(control instanceof HTMLElement)) return
  event.preventDefault()
  if (control instanceof HTMLInputElement) return control.focus()
  const press = new MouseEvent('click', { bubbles: true, cancelable: true })
  // Tap Tempo counts from when the key went down, however busy the page is.
  Object.defineProperty(press, 'timeStamp', { value: event.timeStamp })
  control.dispatchEvent(press)
}
