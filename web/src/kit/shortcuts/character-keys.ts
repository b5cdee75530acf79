import { createContext, use } from 'react'

/** Whether single-character shortcuts are active; always false outside the signed-in frame. */
export const CharacterKeysEnabledContext = createContext(false)

/** Returns the value of `aria-keyshortcuts` for a control; undefined if character shortcuts are off. */
export const useAriaKeyShortcuts = (key: string): string | undefined =>
  use(CharacterKeysEnabledContext) ? key : undefined

/** Presses the control that has the character as its shortcut, or focuses it if it is a field. */
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
