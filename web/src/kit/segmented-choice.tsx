import { useId } from 'react'
import styles from './segmented-choice.module.css'

type Props<Value extends string> = {
  /** What is chosen here; a screen reader hears it, the eye has it beside the control. */
  name: string
  options: readonly { value: Value; label: string; lang?: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A few choices in one pill, as radios. */
export function SegmentedChoice<Value extends string>({ name, options, value, onChange }: Props<Value>) {
  const group = useId()
  return (
    <fieldset className={styles.choice} role="radiogroup" aria-label={name}>
      {options.map(option => (
        <label key={option.value} lang={option.lang}>
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
