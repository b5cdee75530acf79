import { useEffect, useRef, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { parseBpm, SLOWEST, type Bpm } from '#core/tempo.ts'
import styles from './tempo-slider.module.css'

type Props = {
  tempo: Bpm
  endTempo: Bpm
  fastest: Bpm
  onTempo: (tempo: Bpm) => void
  /** The thumb was taken: clicks racing after it would sound like a fault. */
  onHold: () => void
  /** The thumb was let go, or taken away from the hand by the system. */
  onRelease: () => void
}

// Everything after which nothing holds the thumb any more, on the window: a finger is lifted anywhere.
const ENDINGS = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const

/** The tempo from 40 to past the goal; the double bar marks the goal. */
export function TempoSlider({ tempo, endTempo, fastest, onTempo, onHold, onRelease }: Props) {
  const { t } = useTranslation('practice')
  const holding = useRef<AbortController | null>(null)
  const shareOf = (bpm: number) => (bpm - SLOWEST) / (fastest - SLOWEST)
  const drawn = { '--tempo': shareOf(tempo), '--goal': shareOf(endTempo) } as CSSProperties

  function hold() {
    if (holding.current !== null) return
    holding.current = new AbortController()
    const { signal } = holding.current
    onHold()
    for (const ending of ENDINGS) window.addEventListener(ending, release, { signal })
  }

  function release() {
    if (holding.current === null) return
    holding.current.abort()
    holding.current = null
    onRelease()
  }

  useEffect(() => () => holding.current?.abort(), [])

  function drag(value: number) {
    const next = parseBpm(value)
    if (next !== null) onTempo(next)
  }

  return (
    <div className={styles.box} style={drawn}>
      <span className={styles.goal} aria-hidden="true" />
      <input
        type="range"
        className={styles.slider}
        aria-label={t('step.tempo')}
        aria-valuetext={t('step.tempoAndGoal', { bpm: tempo, goal: endTempo })}
        min={SLOWEST}
        max={fastest}
        step={1}
        value={tempo}
        onChange={event => drag(event.target.valueAsNumber)}
        onPointerDown={hold}
        onKeyDown={event => MOVES.has(event.key) && hold()}
        onBlur={release}
      />
    </div>
  )
}

const MOVES = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  'Home',
  'End',
])
