import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tappedTempo, type Taps } from '#core/tap-tempo.ts'
import { classNames } from './class-names.ts'
import { tapWiring } from './tap-wiring.ts'
import styles from './tap-button.module.css'

type Props = {
  /** What stands in the field that the taps fill. */
  value: string
  /** Called with every tap from the second one on; the tempo may lie outside 40..208, the field then says so. */
  onValue: (value: string) => void
  /** The id of what says which tempo is tapped. */
  describedBy?: string
  /** large: a pad for the whole hand; small: a pill beside a field. */
  size?: 'large' | 'small'
  className?: string | undefined
}

/** Tap Tempo: the musician beats time on it. Four dots show which beat of the bar it is. */
export function TapButton({ value, onValue, describedBy, size = 'large', className }: Props) {
  const { t } = useTranslation()
  const [taps, setTaps] = useState<Taps>([])
  const count = taps.length
  const [wiring] = useState(tapWiring)
  const untapped = useRef(value)

  function hear(heard: Taps) {
    // The echo of a tap, or a key that is none, changes nothing.
    if (heard === taps) return
    setTaps(heard)
    if (heard.length === 1) untapped.current = value
    const tempo = tappedTempo(heard)
    if (tempo !== null) onValue(String(tempo))
  }

  function takeBack(left: Taps) {
    if (left === taps) return
    setTaps(left)
    const tempo = tappedTempo(left)
    // A tempo that came of pushing the page along is nobody's: what stood there before comes back.
    if (taps.length > 1) onValue(tempo === null ? untapped.current : String(tempo))
  }

  return (
    <button
      type="button"
      className={classNames(styles.tap, size === 'small' && styles.small, className)}
      aria-label={t('tapTempo.name')}
      aria-describedby={describedBy}
      onPointerDown={event => hear(wiring.pointerDown(event))}
      onPointerCancel={event => takeBack(wiring.pointerCancel(event))}
      onKeyDown={event => hear(wiring.keyDown(event))}
      onKeyUp={event => wiring.keyUp(event)}
      onClick={event => hear(wiring.click(event))}
      onBlur={() => hear(wiring.reset())}
    >
      {size === 'large' && <FourDots lit={count === 0 ? 0 : ((count - 1) % 4) + 1} />}
      <span>{count === 1 ? t('tapTempo.again') : t('tapTempo.name')}</span>
    </button>
  )
}

function FourDots({ lit }: { lit: number }) {
  return (
    <span className={styles.dots} aria-hidden="true">
      {[1, 2, 3, 4].map(beat => (
        <i key={beat} className={beat <= lit ? styles.lit : undefined} />
      ))}
    </span>
  )
}
