import { useId, type ChangeEvent, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { FASTEST_GOAL, SLOWEST, stepped } from '#core/tempo.ts'
import { Button } from './button.tsx'
import { describedBy, FieldNotes, labelOf, TextField } from './field.tsx'
import { Hidden } from './hidden.tsx'
import { TapButton } from './tap-button.tsx'
import { tidiedTempo } from './tempo-rules.ts'
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
  ref?: Ref<HTMLInputElement>
}

/** A tempo in bpm: typed, stepped or tapped. */
export function TempoField(props: Props) {
  return props.layout === 'row' ? <TempoRow {...props} /> : <TempoStage {...props} />
}

function TempoStage({ label, value, onChange, error, hint, onBlur, ref }: Props) {
  const { t } = useTranslation()
  const id = useId()

  // From an empty field the buttons start at the slowest tempo, and they stay inside what may be aimed at.
  function step(by: number) {
    const tempo = wholeIn(value)
    onChange(String(tempo === null ? SLOWEST : stepped(tempo, by, FASTEST_GOAL)))
  }

  return (
    <div className={styles.stage}>
      <div className={styles.steps}>
        <Button size="big" icon="minus" aria-label={t('tempo.less')} onClick={() => step(-1)} />
        <span>
          <label id={labelOf(id)} htmlFor={id}>
            <Hidden>{label}</Hidden>
          </label>
          <input
            {...numberInput(value, onChange)}
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

function TempoRow({ label, value, onChange, error, hint, onBlur, ref }: Props) {
  const id = useId()
  return (
    <div className={styles.row}>
      <TextField
        {...numberInput(value, onChange)}
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
 * was typed when somebody only wants to scroll, with the wheel or an arrow key.
 */
function numberInput(value: string, onChange: (value: string) => void) {
  const tempo = wholeIn(value)
  return {
    type: 'text',
    role: 'spinbutton',
    inputMode: 'numeric' as const,
    'aria-valuemin': SLOWEST,
    'aria-valuemax': FASTEST_GOAL,
    'aria-valuenow': tempo ?? undefined,
    // What is no number is read as it stands there.
    'aria-valuetext': tempo === null ? value : undefined,
    autoComplete: 'off',
    value,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      const typed = event.target.value
      onChange(isPasted(event.nativeEvent) ? tidiedTempo(typed) : typed)
    },
  }
}

function wholeIn(value: string): number | null {
  const tidied = tidiedTempo(value)
  return /^\d+$/.test(tidied) ? Number(tidied) : null
}

const isPasted = (event: Event) => event instanceof InputEvent && event.inputType === 'insertFromPaste'
