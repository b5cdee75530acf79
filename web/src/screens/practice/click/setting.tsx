import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/kit/icon-button.tsx'
import { SegmentedChoice } from '#web/kit/segmented-choice.tsx'
import styles from './click-dialog.module.css'

/** Some settings under one heading. */
export function Settings({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={styles.settings} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {children}
    </section>
  )
}

type StepperProps = {
  name: string
  value: number
  least: number
  most: number
  onChange: (value: number) => void
  /** What stands between the buttons, where that is not the bare number. */
  text?: string | undefined
}

/** A small whole number between two large buttons, because nobody types on a music stand. */
export function Stepper({ name, value, least, most, onChange, text }: StepperProps) {
  const { t } = useTranslation('practice')
  return (
    <div className={styles.setting} role="group" aria-label={name}>
      <span aria-hidden="true">{name}</span>
      <span className={styles.stepper}>
        <IconButton
          icon="minus"
          label={t('click.less', { name })}
          aria-disabled={value <= least}
          onClick={() => value > least && onChange(value - 1)}
        />
        <output>{text ?? value}</output>
        <IconButton
          icon="plus"
          label={t('click.more', { name })}
          aria-disabled={value >= most}
          onClick={() => value < most && onChange(value + 1)}
        />
      </span>
    </div>
  )
}

/** Off or on. */
export function Switch({
  name,
  isOn,
  onChange,
}: {
  name: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  const { t } = useTranslation('practice')
  const options = [
    { value: 'off', label: t('click.off') },
    { value: 'on', label: t('click.on') },
  ] as const
  return (
    <div className={styles.setting}>
      <span aria-hidden="true">{name}</span>
      <SegmentedChoice
        name={name}
        options={options}
        value={isOn ? 'on' : 'off'}
        onChange={value => onChange(value === 'on')}
      />
    </div>
  )
}

type LevelProps = {
  name: string
  value: number
  most: number
  step: number
  /** What a screen reader says and the eye reads for the value. */
  text: string
  hint?: string
  onChange: (value: number) => void
}

/** A level between 0 and `most`. */
export function Level({ name, value, most, step, text, hint, onChange }: LevelProps) {
  const id = useId()
  return (
    <div className={styles.level}>
      <label htmlFor={id}>{name}</label>
      <span aria-hidden="true">{text}</span>
      <input
        id={id}
        type="range"
        min={0}
        max={most}
        step={step}
        value={value}
        aria-valuetext={text}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={event => onChange(event.target.valueAsNumber)}
      />
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}
