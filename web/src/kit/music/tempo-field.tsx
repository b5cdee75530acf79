import { useState, useId, type ChangeEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_GOAL_BPM, MIN_BPM, type Bpm } from '#core/music/tempo.ts'
import {
  isFaultUnfixableByTyping,
  findTempoFault,
  stripTempoUnit,
  stepTypedTempoText,
  parseTempoWithoutLimits,
} from './tempo-rules.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { fieldDescriptionId, FieldErrorOrHint, fieldLabelId, TextField } from '../fields/field.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { TapButton } from './tap-button.tsx'
import fieldStyles from '../fields/field.module.css'
import styles from './tempo-field.module.css'

type Props = {
  label: string
  name?: string
  value: string
  onChange: (value: string) => void
  layout?: 'stage' | 'row'
  stored?: Bpm | undefined
  isAsked?: boolean
}

export function BpmField({ label, name, value, onChange, layout = 'row', stored, isAsked = false }: Props) {
  const { t } = useTranslation()
  const { t: pieces } = useTranslation('pieces')
  const id = useId()
  const [isLeft, setLeft] = useState(false)
  const fault = findTempoFault(value, stored)
  const isShown = fault !== null && (isLeft || isAsked || isFaultUnfixableByTyping(fault))
  const error = isShown ? t(`field.${fault}`) : undefined
  const step = (by: 1 | -1) => change(stepTypedTempoText(value, by))

  function change(next: string) {
    if (document.activeElement?.id !== id) setLeft(true)
    onChange(next)
  }

  function leave() {
    setLeft(true)
    const tidied = stripTempoUnit(value)
    if (tidied !== value) onChange(tidied)
  }

  const fastest = Math.max(MAX_GOAL_BPM, stored ?? MAX_GOAL_BPM)
  const field = { ...tempoInputProps(value, change, fastest), id, onBlur: leave }
  const tap = { describedBy: fieldLabelId(id), value, onValue: change }
  if (layout === 'row') {
    return (
      <div className={styles.row}>
        <TextField
          {...field}
          label={label}
          aria-label={name}
          error={error}
          className={styles.rowField}
          inputClassName={styles.rowNumber}
        />
        <TapButton {...tap} size="small" />
      </div>
    )
  }
  const hint = `${label}, ${pieces('tempoRange', { slowest: MIN_BPM, fastest: MAX_GOAL_BPM })}`
  return (
    <div className={styles.stage}>
      <div className={styles.steps}>
        <Button size="big" icon="minus" aria-label={t('tempo.less')} onClick={() => step(-1)} />
        <span>
          <label id={fieldLabelId(id)} htmlFor={id}>
            <VisuallyHidden>{label}</VisuallyHidden>
          </label>
          <input
            {...field}
            className={classNames(fieldStyles.input, fieldStyles.underlined, styles.number)}
            aria-invalid={error !== undefined}
            aria-describedby={fieldDescriptionId(id, error, hint)}
          />
        </span>
        <Button size="big" icon="plus" aria-label={t('tempo.more')} onClick={() => step(1)} />
      </div>
      <FieldErrorOrHint id={id} error={error} hint={hint} className={styles.notes} />
      <TapButton {...tap} className={styles.tap} />
    </div>
  )
}

/** `type=number` would hide invalid input and react to scrolling. */
export function tempoInputProps(value: string, onChange: (value: string) => void, fastest: number) {
  const tempo = parseTempoWithoutLimits(value)
  const isInRange = tempo !== null && tempo >= MIN_BPM && tempo <= fastest
  return {
    type: 'text',
    role: 'spinbutton',
    inputMode: 'numeric' as const,
    'aria-valuemin': MIN_BPM,
    'aria-valuemax': fastest,
    'aria-valuenow': isInRange ? tempo : undefined,
    // An invalid value is announced as typed.
    'aria-valuetext': isInRange ? undefined : value,
    autoComplete: 'off',
    value,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      const typed = event.target.value
      onChange(isPasted(event.nativeEvent) ? stripTempoUnit(typed) : typed)
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const by = stepOf(event)
      if (by === null) return
      // Otherwise the caret would jump to one end of the number.
      event.preventDefault()
      onChange(stepTypedTempoText(value, by))
    },
  }
}

function stepOf(event: KeyboardEvent): 1 | -1 | null {
  // An arrow key that belongs to an input method or a shortcut is ignored.
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return null
  if (event.key === 'ArrowUp') return 1
  return event.key === 'ArrowDown' ? -1 : null
}

const isPasted = (event: Event) => event instanceof InputEvent && event.inputType === 'insertFromPaste'
