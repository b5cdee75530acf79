import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './field.module.css'

type Props = ComponentProps<'input'> & {
  label: string
  /** The sentence that says what is wrong, or nothing while all is well. */
  error?: string | undefined
  hint?: ReactNode
  /** cover: a white field on the navy of the sign-in screen. */
  look?: 'line' | 'cover'
  inputClassName?: string | undefined
}

/** A text field with its label above, its hint or error below, all three tied together for a screen reader. */
export function TextField({ label, error, hint, look = 'line', className, inputClassName, ...input }: Props) {
  const made = useId()
  const id = input.id ?? made

  return (
    <div className={classNames(styles.field, styles[look], className)}>
      <label id={labelOf(id)} className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={classNames(styles.input, inputClassName)}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, error, hint)}
      />
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}

type NotesProps = { id: string; error?: string | undefined; hint?: ReactNode; className?: string | undefined }

/** The line under a field: the error where there is one, else the hint. An error that comes up is also spoken. */
export function FieldNotes({ id, error, hint, className }: NotesProps) {
  const hasHint = error === undefined && hint !== undefined && hint !== null
  return (
    <div className={className}>
      {/* Always there: a live region that comes together with its words says nothing. */}
      <div aria-live="polite">
        {error !== undefined && (
          <p id={`${id}-error`} className={styles.error}>
            <Icon name="alert" className={styles.sign} />
            {error}
          </p>
        )}
      </div>
      {hasHint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The id of the label of a field. */
export const labelOf = (id: string) => `${id}-label`

/** The value of aria-describedby that belongs to FieldNotes with the same id. */
export function describedBy(id: string, error: string | undefined, hint: ReactNode): string | undefined {
  if (error !== undefined) return `${id}-error`
  return hint === undefined || hint === null ? undefined : `${id}-hint`
}
