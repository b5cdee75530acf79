import { useEffect, useState, type RefObject } from 'react'

type FieldCheck = {
  /** Going on was tried while something was wrong: every field says what. */
  readonly isAsked: boolean
  /** Says what is wrong and moves the focus to the first field that is. */
  readonly ask: () => void
}

/**
 * What a button does that cannot go on yet. It stays in reach of the keyboard, says that it is not available, and a press
 * on it shows why (rule NP18): a button that was merely dead would leave the musician guessing.
 */
export function useFieldCheck(form: RefObject<HTMLElement | null>): FieldCheck {
  const [presses, setPresses] = useState(0)

  useEffect(() => {
    if (presses === 0) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(faulty ?? form.current?.querySelector<HTMLElement>('input'))?.focus()
  }, [presses, form])

  return { isAsked: presses > 0, ask: () => setPresses(count => count + 1) }
}
