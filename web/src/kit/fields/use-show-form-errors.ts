import { useEffect, useState, type RefObject } from 'react'

type FieldCheck = {
  /** True after the user has tried to submit invalid input. Every field then shows its error. */
  readonly isAsked: boolean
  /** Shows all errors and moves the focus to the first invalid field. */
  readonly ask: () => void
}

/**
 * Returns `ask`, a function that shows all errors of an invalid form and focuses its first invalid field, and
 * `isAsked`, which tells the fields to show their errors. Call `ask` when the submit button is pressed. The button
 * must be aria-disabled instead of disabled, because a disabled button cannot be pressed (rule NP18).
 */
export function useShowFormErrors(form: RefObject<HTMLElement | null>): FieldCheck {
  const [presses, setPresses] = useState(0)

  useEffect(() => {
    if (presses === 0) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(faulty ?? form.current?.querySelector<HTMLElement>('input'))?.focus()
  }, [presses, form])

  return { isAsked: presses > 0, ask: () => setPresses(count => count + 1) }
}
