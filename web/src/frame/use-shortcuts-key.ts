import { useEffect, useState } from 'react'
import { isKeyHandledElsewhere } from '#web/kit/is-key-handled-elsewhere.ts'

/**
 * Returns whether the dialog with the keyboard shortcuts is open, and a function that changes that. Opens the dialog
 * on the "?" key (rule UI65).
 */
export function useShortcutsKey() {
  const state = useState(false)
  const [, setOpen] = state

  useEffect(() => {
    // The character and not its place, which differs from layout to layout.
    const press = (event: KeyboardEvent) =>
      event.key === '?' && !isKeyHandledElsewhere(event) && setOpen(true)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [setOpen])

  return state
}
