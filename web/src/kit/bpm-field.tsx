import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FASTEST_GOAL, SLOWEST, type Bpm } from '#core/tempo.ts'
import { TempoField } from './tempo-field.tsx'
import { tempoFault } from './tempo-rules.ts'

type Props = {
  label: string
  value: number | null
  onChange: (value: number | null) => void
  layout?: 'stage' | 'row'
  /** What the form was opened with; it may be above 208 and is always taken back. */
  stored?: Bpm
}

/**
 * A tempo with its rules: 40 to 208. While somebody types, only what no further digit can heal is said; the rest
 * when the field is left. What was tapped or stepped is judged at once.
 */
export function BpmField({ label, value, onChange, layout = 'row', stored }: Props) {
  const { t } = useTranslation()
  const { t: pieces } = useTranslation('pieces')
  const input = useRef<HTMLInputElement>(null)
  const [isJudged, setJudged] = useState(false)
  const fault = tempoFault(value, stored)
  const isShown = fault !== null && (isJudged || fault === 'bpmTooFast' || fault === 'bpmNotWhole')
  const range = pieces('tempoRange', { slowest: SLOWEST, fastest: FASTEST_GOAL })

  function change(next: number | null) {
    if (document.activeElement !== input.current) setJudged(true)
    onChange(next)
  }

  return (
    <TempoField
      ref={input}
      label={label}
      layout={layout}
      value={value}
      error={isShown ? t(`field.${fault}`) : undefined}
      hint={layout === 'stage' ? `${label}, ${range}` : undefined}
      onChange={change}
      onBlur={() => setJudged(true)}
    />
  )
}
