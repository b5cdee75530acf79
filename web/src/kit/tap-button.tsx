import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tappedTempo, type Taps } from '#core/tap-tempo.ts'
import { classNames } from './class-names.ts'
import { tapWiring } from './tap-wiring.ts'
import styles from './tap-button.module.css'

type Props = {
  /** Called from the second tap on; the tempo may lie outside 40..208, the field then says so. */
  onTempo: (tempo: number) => void
  /** large: a pad for the whole hand; small: a pill beside a field. */
  size?: 'large' | 'small'
  className?: string | undefined
}

/** Tap Tempo: the musician beats time on it. Four dots show which beat of the bar it is. */
export function TapButton({ onTempo, size = 'large', className }: Props) {
  const { t } = useTranslation()
  const [taps, setTaps] = useState<Taps>([])
  const count = taps.length
  const [wiring] = useState(tapWiring)

  function hear(heard: Taps) {
    // The echo of a tap, or a key that is none, changes nothing.
    if (heard === taps) return
    setTaps(heard)
    const tempo = tappedTempo(heard)
    if (tempo !== null) onTempo(tempo)
  }

  return (
    <button
      type="button"
      className={classNames(styles.tap, size === 'small' && styles.small, className)}
      aria-label={t('tapTempo.name')}
      onPointerDown={event => hear(wiring.pointerDown(event))}
      onKeyDown={event => hear(wiring.keyDown(event))}
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
