import { type CSSProperties, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { classNames } from '../class-names.ts'
import { CheckBox } from './check-box.tsx'
import { Stepper, type StepperProps } from './stepper.tsx'
import styles from './settings.module.css'
import slider from './slider.module.css'

export function SettingsGroup(props: { title: string; hidesTitle?: boolean; children: ReactNode }) {
  const { title, hidesTitle = false, children } = props
  const heading = useId()
  return (
    <section
      className={styles.settings}
      aria-label={hidesTitle ? title : undefined}
      aria-labelledby={hidesTitle ? undefined : heading}
    >
      {!hidesTitle && (
        <h3 id={heading}>
          <PartlyTranslated text={title} />
        </h3>
      )}
      {children}
    </section>
  )
}

type NumberStepperProps = Omit<StepperProps, 'less' | 'more'> & { name: string }

export function NumberStepper({ name, ...number }: NumberStepperProps) {
  const { t } = useTranslation('practice')
  return (
    <div className={styles.setting} role="group" aria-label={name}>
      <span aria-hidden="true">{name}</span>
      <span className={styles.stepper}>
        <Stepper {...number} less={t('click.less', { name })} more={t('click.more', { name })} />
      </span>
    </div>
  )
}

export function Toggle(props: { name: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { name, isOn, onChange } = props
  return (
    <label className={styles.toggle}>
      <CheckBox checked={isOn} onChange={event => onChange(event.target.checked)} />
      {name}
    </label>
  )
}

export const SideBySideToggles = ({ children }: { children: ReactNode }) => (
  <div className={styles.toggles}>{children}</div>
)

export const SettingHint = ({ children }: { children: ReactNode }) => (
  <p className={styles.hint}>{children}</p>
)

type LevelProps = {
  name: string
  value: number
  most: number
  step: number
  text: string
  hint?: string
  onChange: (value: number) => void
}

export function LevelSlider({ name, value, most, step, text, hint, onChange }: LevelProps) {
  const id = useId()
  return (
    <div className={styles.level}>
      <label htmlFor={id}>{name}</label>
      <span translate="no" aria-hidden="true">
        {text}
      </span>
      <input
        id={id}
        type="range"
        className={classNames(slider.slider, slider.small)}
        style={{ '--share': value / most } as CSSProperties}
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
