import { useId, type ChangeEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { FASTEST_GOAL, SLOWEST } from '#core/tempo.ts'
import { Button } from './button.tsx'
import { describedBy, FieldNotes, labelOf, TextField } from './field.tsx'
import { Hidden } from './hidden.tsx'
import { TapButton } from './tap-button.tsx'
import { steppedTempo, tidiedTempo, wholeTempo } from './tempo-rules.ts'
import styles from './tempo-field.module.css'

type Props = {
  label: string
  /** What stands in the field, whatever it is; `error` says what is wrong with it. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: ReactNode
  /** stage: one question per screen, a huge number between − and +; row: one field among others. */
  layout?: 'stage' | 'row'
  /** The highest tempo that is taken: 208, or a stored one above it. */
  fastest?: number
  ref?: Ref<HTMLInputElement>
}

/** A tempo in bpm: typed, stepped or tapped. */
export function TempoField(props: Props) {
  return props.layout === 'row' ? <TempoRow {...props} /> : <TempoStage {...props} />
}

function TempoStage({ label, value, onChange, error, hint, onBlur, fastest, ref }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const step = (by: 1 | -1) => onChange(steppedTempo(value, by))

  return (
    <div className={styles.stage}>
      <div className={styles.steps}>
        <Button size="big" icon="minus" aria-label={t('tempo.less')} onClick={() => step(-1)} />
        <span>
          <label id={labelOf(id)} htmlFor={id}>
            <Hidden>{label}</Hidden>
          </label>
          <input
            {...numberInput(value, onChange, fastest)}
            id={id}
            ref={ref}
            className={styles.number}
            aria-invalid={error !== undefined}
            aria-describedby={describedBy(id, error, hint)}
            onBlur={onBlur}
          />
        </span>
        <Button size="big" icon="plus" aria-label={t('tempo.more')} onClick={() => step(1)} />
      </div>
      <FieldNotes id={id} error={error} hint={hint} className={styles.notes} />
      <TapButton className={styles.tap} describedBy={labelOf(id)} value={value} onValue={onChange} />
    </div>
  )
}

function TempoRow({ label, value, onChange, error, hint, onBlur, fastest, ref }: Props) {
  const id = useId()
  return (
    <div className={styles.row}>
      <TextField
        {...numberInput(value, onChange, fastest)}
        id={id}
        label={label}
        error={error}
        hint={hint}
        ref={ref}
        onBlur={onBlur}
        className={styles.rowField}
        inputClassName={styles.rowNumber}
      />
      <TapButton size="small" describedBy={labelOf(id)} value={value} onValue={onChange} />
    </div>
  )
}

/**
 * Not `type=number`: that hides from us what it cannot read ("12e" is as good as nothing), and changes a tempo that
 * was typed when somebody only wants to scroll with the wheel. So the two arrow keys of a spinbutton are ours to do.
 */
function numberInput(value: string, onChange: (value: string) => void, fastest: number = FASTEST_GOAL) {
  const tempo = wholeTempo(value)
  const isInRange = tempo !== null && tempo >= SLOWEST && tempo <= fastest
  return {
    type: 'text',
    role: 'spinbutton',
    inputMode: 'numeric' as const,
    'aria-valuemin': SLOWEST,
    'aria-valuemax': fastest,
    'aria-valuenow': isInRange ? tempo : undefined,
    // What is no tempo is read as it stands there.
    'aria-valuetext': isInRange ? undefined : value,
    autoComplete: 'off',
    value,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      const typed = event.target.value
      onChange(isPasted(event.nativeEvent) ? tidiedTempo(typed) : typed)
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const by = stepOf(event)
      if (by === null) return
      // Else the caret would jump to one end of the number.
      event.preventDefault()
      onChange(steppedTempo(value, by))
    },
  }
}

function stepOf(event: KeyboardEvent): 1 | -1 | null {
  // An arrow that chooses a word of an input method, or that is part of a shortcut, is none of ours.
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return null
  if (event.key === 'ArrowUp') return 1
  return event.key === 'ArrowDown' ? -1 : null
}

const isPasted = (event: Event) => event instanceof InputEvent && event.inputType === 'insertFromPaste'
