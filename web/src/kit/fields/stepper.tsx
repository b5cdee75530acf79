import { IconButton } from '../button.tsx'

export type StepperProps = {
  value: number
  least?: number
  most: number
  by?: number
  text?: string | undefined
  less: string
  more: string
  onChange: (value: number) => void
}

/** Must be inside a role="group" with an accessible name. Its parent lays out the buttons and the value. */
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
