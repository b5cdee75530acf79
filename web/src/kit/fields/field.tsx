import { useId, useEffect, useState, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'

type Props = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
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
        className={classNames(styles.input, look === 'line' && styles.underlined, inputClassName)}
        aria-invalid={input['aria-invalid'] ?? error !== undefined}
        aria-describedby={fieldDescriptionId(id, error, hint)}
      />
      <FieldErrorOrHint id={id} error={error} hint={hint} />
    </div>
  )
}

type NotesProps = { id: string; error?: string | undefined; hint?: ReactNode; className?: string | undefined }

/** An error hides the hint, except those parts of it that have the attribute `data-stays` (rule UI66). */
export function FieldErrorOrHint({ id, error, hint, className }: NotesProps) {
  return (
    <div className={classNames(styles.notes, className)}>
      {/* Always mounted, because a live region that appears together with its text is not announced. */}
      <div aria-live="polite">
        {error !== undefined && (
          <p id={`${id}-error`} className={styles.error}>
            <Icon name="alert" small />
            {error}
          </p>
        )}
      </div>
      {hint !== undefined && hint !== null && (
        <p id={`${id}-hint`} className={styles.hint}>
          {typeof hint === 'string' ? <PartlyTranslated text={hint} /> : hint}
        </p>
      )}
    </div>
  )
}

export const fieldLabelId = (id: string) => `${id}-label`

export function fieldDescriptionId(id: string, error: string | undefined, hint: ReactNode) {
  if (error !== undefined) return `${id}-error`
  return hint === undefined || hint === null ? undefined : `${id}-hint`
}

/** The returned `ask` shows all errors and focuses the first invalid field. A new `subject` hides them. */
export function useShowErrorsOnSubmit(form: RefObject<HTMLElement | null>, subject: unknown = null) {
  const [{ presses, about }, setAsked] = useState({ presses: 0, about: subject })
  if (about !== subject) setAsked({ presses: 0, about: subject })

  useEffect(() => {
    if (presses === 0) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(faulty ?? form.current?.querySelector<HTMLElement>('input'))?.focus()
  }, [presses, form])

  return { isAsked: presses > 0, ask: () => setAsked({ presses: presses + 1, about: subject }) }
}
