import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_GOAL_BPM, MIN_BPM, type Bpm } from '#core/music/tempo.ts'
import { TempoField } from './tempo-field.tsx'
import { isUnfixableByTyping, tempoFault, stripTempoUnit } from './tempo-rules.ts'

type Props = {
  label: string
  /** The text in the field, which may be invalid. */
  value: string
  onChange: (value: string) => void
  layout?: 'stage' | 'row'
  /** The stored tempo, which may be above 208 and is always accepted. */
  stored?: Bpm | undefined
  /** True after the user has tried to submit the form. Errors are then shown even if the field was not left. */
  isAsked?: boolean
  /** Shown below the field while the value is valid. */
  hint?: string | undefined
}

/**
 * Renders a tempo field and validates its value (40 to 208 bpm). While the user types, shows only errors that more
 * digits cannot correct. Shows other errors when the field loses the focus. Validates a value from Tap Tempo or the
 * step buttons immediately.
 */
export function BpmField({ label, value, onChange, layout = 'row', stored, isAsked = false, hint }: Props) {
  const { t } = useTranslation()
  const { t: pieces } = useTranslation('pieces')
  const input = useRef<HTMLInputElement>(null)
  const [isLeft, setLeft] = useState(false)
  const fault = tempoFault(value, stored)
  const isShown = fault !== null && (isLeft || isAsked || isUnfixableByTyping(fault))
  const range = pieces('tempoRange', { slowest: MIN_BPM, fastest: MAX_GOAL_BPM })

  function change(next: string) {
    if (document.activeElement !== input.current) setLeft(true)
    onChange(next)
  }

  function leave() {
    setLeft(true)
    const tidied = stripTempoUnit(value)
    if (tidied !== value) onChange(tidied)
  }

  return (
    <TempoField
      ref={input}
      label={label}
      layout={layout}
      value={value}
      fastest={Math.max(MAX_GOAL_BPM, stored ?? MAX_GOAL_BPM)}
      error={isShown ? t(`field.${fault}`) : undefined}
      hint={hint ?? (layout === 'stage' ? `${label}, ${range}` : undefined)}
      onChange={change}
      onBlur={leave}
    />
  )
}
