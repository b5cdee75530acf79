import { useId } from 'react'
import { classNames } from '../class-names.ts'
import glide from '../gliding-mark.module.css'
import styles from './segmented-choice.module.css'

type Props<Value extends string> = {
  name: string
  options: readonly {
    value: Value
    label: string
    name?: string
    lang?: string
  }[]
  layout?: 'even' | undefined
  value: Value
  onChange: (value: Value) => void
}

export function SegmentedChoice<Value extends string>(props: Props<Value>) {
  const { name, options, layout, value, onChange } = props
  const group = useId()
  return (
    <fieldset
      className={classNames(glide.marked, styles.choice, layout && styles[layout])}
      role="radiogroup"
      aria-label={name}
    >
      {options.map(option => (
        <label key={option.value} lang={option.lang} translate={option.name === undefined ? undefined : 'no'}>
          <input
            type="radio"
            name={group}
            value={option.value}
            aria-label={option.name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
