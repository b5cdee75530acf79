import { IconButton } from '../button.tsx'

export type StepperProps = {
  value: number
  least?: number
  most: number
  by?: number
  /** The text between the buttons; by default the number alone. */
  text?: string | undefined
  /** The names of the two buttons. */
  less: string
  more: string
  onChange: (value: number) => void
}

/** A number between two buttons that change it. Its wrapper needs role="group", a name and a layout. */
export function Stepper({ value, least = 1, most, by = 1, text, less, more, onChange }: StepperProps) {
  return (
    <>
      <IconButton
        icon="minus"
        label={less}
        aria-disabled={value <= least}
        onClick={() => value > least && onChange(Math.max(least, value - by))}
      />
      <output translate={text === undefined ? 'no' : undefined}>{text ?? value}</output>
      <IconButton
        icon="plus"
        label={more}
        aria-disabled={value >= most}
        onClick={() => value < most && onChange(Math.min(most, value + by))}
      />
    </>
  )
}
