import { useEffect, useState } from 'react'
import { isKeyForAnother } from '#web/kit/is-key-for-another.ts'

/** Returns whether the keyboard shortcuts are open, which "?" opens, and the function that changes it (rule UI65). */
export function useShortcutsKey() {
  const state = useState(false)
  const [, setOpen] = state

  useEffect(() => {
    // The character and not its place, which differs from layout to layout.
    const press = (event: KeyboardEvent) => event.key === '?' && !isKeyForAnother(event) && setOpen(true)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [setOpen])

  return state
}
