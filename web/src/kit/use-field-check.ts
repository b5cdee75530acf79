import { useEffect, useState, type RefObject } from 'react'

type FieldCheck = {
  /** Submitting was tried with invalid input: every field shows its error. */
  readonly isAsked: boolean
  /** Shows all errors and moves the focus to the first invalid field. */
  readonly ask: () => void
}

/**
 * Handles a press on a submit button while the form is invalid. The button is aria-disabled but focusable, and a press
 * shows why (rule NP18), because a disabled button would not explain itself.
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
