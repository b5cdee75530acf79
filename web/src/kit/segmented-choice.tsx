import { useId } from 'react'
import styles from './segmented-choice.module.css'

type Props<Value extends string> = {
  /** Accessible name of the choice; the visible label is beside the control. */
  name: string
  options: readonly { value: Value; label: string; lang?: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Renders a few options in one pill, as radio buttons. */
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
