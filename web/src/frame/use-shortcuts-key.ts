import { useEffect, useState } from 'react'
import { isKeyHandledElsewhere } from '#web/kit/shortcuts/is-key-handled-elsewhere.ts'

/**
 * Listens for the "?" key, which opens the dialog with the keyboard shortcuts. Returns a boolean that is true if the
 * dialog is open, and a function that sets it (rule PD1).
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
