import { useId, type FocusEventHandler, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { FASTEST_GOAL, SLOWEST, stepped } from '#core/tempo.ts'
import { Button } from './button.tsx'
import { describedBy, FieldNotes, TextField } from './field.tsx'
import { Hidden } from './hidden.tsx'
import { TapButton } from './tap-button.tsx'
import styles from './tempo-field.module.css'

type Props = {
  label: string
  /** What stands in the field; null while it is empty. May lie outside 40..208: then `error` says so. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  error?: string | undefined
  hint?: ReactNode
  /** stage: one question per screen, a huge number between − and +; row: one field among others. */
  layout?: 'stage' | 'row'
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A tempo in bpm: typed, stepped or tapped. */
export function TempoField(props: Props) {
  return props.layout === 'row' ? <TempoRow {...props} /> : <TempoStage {...props} />
}

function TempoStage({ label, value, onChange, error, hint, onBlur, name, ref }: Props) {
  const { t } = useTranslation()
  const id = useId()
  // From an empty field the buttons start at the slowest tempo, and they stay inside what may be aimed at.
  const step = (by: number) => onChange(value === null ? SLOWEST : stepped(value, by, FASTEST_GOAL))

  return (
    <div className={styles.stage}>
      <div className={styles.steps}>
        <Button size="big" icon="minus" aria-label={t('tempo.less')} onClick={() => step(-1)} />
        <span>
          <label htmlFor={id}>
            <Hidden>{label}</Hidden>
          </label>
          <input
            {...numberInput(value, onChange)}
            id={id}
            ref={ref}
            name={name}
            className={styles.number}
            aria-invalid={error !== undefined}
            aria-describedby={describedBy(id, error, hint)}
            onBlur={onBlur}
          />
        </span>
        <Button size="big" icon="plus" aria-label={t('tempo.more')} onClick={() => step(1)} />
      </div>
      <FieldNotes id={id} error={error} hint={hint} className={styles.notes} />
      <TapButton className={styles.tap} onTempo={onChange} />
    </div>
  )
}

function TempoRow({ label, value, onChange, error, hint, onBlur, name, ref }: Props) {
  return (
    <div className={styles.row}>
      <TextField
        {...numberInput(value, onChange)}
        label={label}
        error={error}
        hint={hint}
        ref={ref}
        name={name}
        onBlur={onBlur}
        className={styles.rowField}
        inputClassName={styles.rowNumber}
      />
      <TapButton size="small" onTempo={onChange} />
    </div>
  )
}

const numberInput = (value: number | null, onChange: (value: number | null) => void) => ({
  type: 'number',
  inputMode: 'numeric' as const,
  min: SLOWEST,
  max: FASTEST_GOAL,
  step: 1,
  autoComplete: 'off',
  value: value ?? '',
  onChange: (event: { target: HTMLInputElement }) => {
    const typed = event.target.valueAsNumber
    onChange(Number.isNaN(typed) ? null : typed)
  },
})
