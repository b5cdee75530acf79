import { useId, useEffect, useState, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { Sentence } from '#web/language/sentence.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'

type Props = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** cover: a white field on the navy sign-in screen. */
  look?: 'line' | 'cover'
  inputClassName?: string | undefined
}

export function TextField({ label, error, hint, look = 'line', className, inputClassName, ...input }: Props) {
  const made = useId()
  const id = input.id ?? made

  return (
    <div className={classNames(styles.field, styles[look], className)}>
      <label id={fieldLabelId(id)} className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={classNames(styles.input, inputClassName)}
        aria-invalid={error !== undefined}
        aria-describedby={fieldDescriptionId(id, error, hint)}
      />
      <FieldErrorOrHint id={id} error={error} hint={hint} />
    </div>
  )
}

type NotesProps = { id: string; error?: string | undefined; hint?: ReactNode; className?: string | undefined }

/**
 * Renders the error of a field or, if there is none, its hint: the style sheet hides the hint beside an error, because
 * both change only when a press ends (rule UI66). Screen readers announce a new error.
 */
export function FieldErrorOrHint({ id, error, hint, className }: NotesProps) {
  return (
    <div className={className}>
      {/* Always mounted, because a live region that appears together with its text is not announced. */}
      <div aria-live="polite">
        {error !== undefined && (
          <p id={`${id}-error`} className={styles.error}>
            <Icon name="alert" className={styles.sign} />
            {error}
          </p>
        )}
      </div>
      {hint !== undefined && hint !== null && (
        <p id={`${id}-hint`} className={styles.hint}>
          {typeof hint === 'string' ? <Sentence text={hint} /> : hint}
        </p>
      )}
    </div>
  )
}

/** Returns the element id of a field's label, so that other elements can refer to the label. `id` is the field's id. */
export const fieldLabelId = (id: string) => `${id}-label`

/**
 * Returns the value of aria-describedby for a field: the element id of the error or hint that FieldErrorOrHint renders
 * for the field with this `id`. Returns undefined if there is neither.
 */
export function fieldDescriptionId(
  id: string,
  error: string | undefined,
  hint: ReactNode,
): string | undefined {
  if (error !== undefined) return `${id}-error`
  return hint === undefined || hint === null ? undefined : `${id}-hint`
}

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
