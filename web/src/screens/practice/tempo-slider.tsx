import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Bpm, maxSliderTempo, MIN_BPM, parseBpm } from '#core/music/tempo.ts'
import slider from '#web/kit/fields/slider.module.css'
import styles from './tempo-slider.module.css'

type Props = {
  tempo: Bpm
  endTempo: Bpm | null
  fastest: Bpm
  onTempo: (tempo: Bpm) => void
  onHold: () => void
  onRelease: () => void
}

// Every event after which the thumb is released, listened to on window, because the pointer may leave the slider.
const ENDINGS = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const

export function TempoSlider({ tempo, endTempo, fastest, onTempo, onHold, onRelease }: Props) {
  const { t } = useTranslation('practice')
  const holding = useRef<AbortController | null>(null)
  const shareOf = (bpm: number) => (bpm - MIN_BPM) / (fastest - MIN_BPM)
  const drawn = {
    '--share': shareOf(tempo),
    '--goal': endTempo === null ? undefined : shareOf(endTempo),
  } as CSSProperties

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
      <input
        type="range"
        className={slider.slider}
        aria-label={t('step.tempo')}
        aria-valuetext={
          endTempo === null
            ? t('tryOut.tempo', { bpm: tempo })
            : t('step.tempoAndGoal', { bpm: tempo, goal: endTempo })
        }
        min={MIN_BPM}
        max={fastest}
        step={1}
        value={tempo}
        onChange={event => drag(event.target.valueAsNumber)}
        onPointerDown={hold}
        onKeyDown={event => MOVES.has(event.key) && hold()}
        onBlur={release}
      />
      {endTempo !== null && <span className={styles.goal} aria-hidden="true" />}
    </div>
  )
}

/** Does not fall during a practice step, so that the slider's scale does not shrink under the finger. */
export function useMaxSliderTempo(stepId: string, endTempo: Bpm, tempo: Bpm): Bpm {
  const [highest, setHighest] = useState({ stepId, tempo })
  if (stepId !== highest.stepId || tempo > highest.tempo) setHighest({ stepId, tempo })
  return maxSliderTempo({ endTempo, currentTempo: highest.tempo })
}

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'])
