import { useEffect, useState, type RefObject } from 'react'

type FieldCheck = {
  /** True after the user has tried to submit invalid input. Every field then shows its error. */
  readonly isAsked: boolean
  /** Shows all errors and moves the focus to the first invalid field. */
  readonly ask: () => void
}

/**
 * Returns `ask`, a function that shows all errors of an invalid form and focuses its first invalid field, and
 * `isAsked`, which tells the fields to show their errors. Call `ask` when the submit button is pressed. The button must
 * be aria-disabled instead of disabled, because a disabled button cannot be pressed (rule NP2).
 *
 * @param subject what the form is about at the moment; the press before is forgotten when it changes
 */
export function useShowFormErrors(form: RefObject<HTMLElement | null>, subject: unknown = null): FieldCheck {
  const [{ presses, about }, setAsked] = useState({ presses: 0, about: subject })
  if (about !== subject) setAsked({ presses: 0, about: subject })

  useEffect(() => {
    if (presses === 0) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(faulty ?? form.current?.querySelector<HTMLElement>('input'))?.focus()
  }, [presses, form])

  return { isAsked: presses > 0, ask: () => setAsked({ presses: presses + 1, about: subject }) }
}
