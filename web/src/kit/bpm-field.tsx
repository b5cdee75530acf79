import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FASTEST_GOAL, SLOWEST, type Bpm } from '#core/tempo.ts'
import { TempoField } from './tempo-field.tsx'
import { isBeyondHealing, tempoFault, tidiedTempo } from './tempo-rules.ts'

type Props = {
  label: string
  /** What was typed, whatever it is. */
  value: string
  onChange: (value: string) => void
  layout?: 'stage' | 'row'
  /** What the form was opened with; it may be above 208 and is always taken back. */
  stored?: Bpm | undefined
  /** Going on was tried: say what is wrong, left or not. */
  isAsked?: boolean
  /** Stands under the field while nothing is wrong. */
  hint?: string | undefined
}

/**
 * A tempo with its rules: 40 to 208. While somebody types, only what no further digit can heal is said; the rest
 * when the field is left. What was tapped or stepped is judged at once.
 */
export function BpmField({ label, value, onChange, layout = 'row', stored, isAsked = false, hint }: Props) {
  const { t } = useTranslation()
  const { t: pieces } = useTranslation('pieces')
  const input = useRef<HTMLInputElement>(null)
  const [isLeft, setLeft] = useState(false)
  const fault = tempoFault(value, stored)
  const isShown = fault !== null && (isLeft || isAsked || isBeyondHealing(fault))
  const range = pieces('tempoRange', { slowest: SLOWEST, fastest: FASTEST_GOAL })

  function change(next: string) {
    if (document.activeElement !== input.current) setLeft(true)
    onChange(next)
  }

  function leave() {
    setLeft(true)
    const tidied = tidiedTempo(value)
    if (tidied !== value) onChange(tidied)
  }

  return (
    <TempoField
      ref={input}
      label={label}
      layout={layout}
      value={value}
      fastest={Math.max(FASTEST_GOAL, stored ?? FASTEST_GOAL)}
      error={isShown ? t(`field.${fault}`) : undefined}
      hint={hint ?? (layout === 'stage' ? `${label}, ${range}` : undefined)}
      onChange={change}
      onBlur={leave}
    />
  )
}
