import type { CSSProperties } from 'react'
import {
  type BeatPosition,
  type ClickPattern,
  dotCountForBeats,
  litBeatDot,
} from '#core/music/click-pattern.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { classNames } from '../class-names.ts'
import { EditableTempoNumber } from './editable-tempo-number.tsx'
import signs from './musical-signs.module.css'
import styles from './editable-tempo-with-beat-dots.module.css'

type Props = {
  tempo: Bpm
  onTempo: (tempo: Bpm) => void
  pattern: ClickPattern
  beat: BeatPosition | null
}

export function EditableTempoWithBeatDots({ tempo, onTempo, pattern, beat }: Props) {
  // Half of them at each side, clockwise: the first at the top left, the last below it.
  const all = Array.from({ length: dotCountForBeats(pattern.beats) }, (_, dot) => dot)
  const atRight = Math.ceil(all.length / 2)
  const right = all.slice(1, 1 + atRight)
  const left = [0, ...all.slice(1 + atRight).toReversed()]
  return (
    <div className={styles.stage}>
      <div className={styles.inner}>
        <BeatSign side="left" dots={left} pattern={pattern} beat={beat} />
        <EditableTempoNumber tempo={tempo} onTempo={onTempo} />
        <BeatSign side="right" dots={right} pattern={pattern} beat={beat} />
      </div>
    </div>
  )
}

type SignProps = { side: 'left' | 'right'; dots: readonly number[] } & Pick<Props, 'pattern' | 'beat'>

/** Only a dot and, on the first beat, the bar line light up, because nothing large may flash. */
function BeatSign({ side, dots, pattern, beat }: SignProps) {
  const now = beat && litBeatDot(pattern.beats, beat)
  const isLineLit = side === 'left' && now?.isFirst === true && !beat?.isSilent
  const lit = (dot: number) => now?.dot === dot && (beat?.isSilent ? styles.silent : styles.sounding)
  return (
    <div className={classNames(styles.sign, styles[side])} aria-hidden="true">
      <span className={classNames(signs.staff, styles.staff)} />
      <i className={classNames(styles.thick, isLineLit && styles.sounding)} />
      <i className={styles.thin} />
      <span className={styles.dots} style={{ '--rows': Math.max(4, dots.length + 1) } as CSSProperties}>
        {dots.map((dot, place) => (
          <b
            key={dot}
            className={classNames(styles.dot, lit(dot))}
            style={{ '--from-middle': place - (dots.length - 1) / 2 } as CSSProperties}
          >
            {Array.from({ length: pattern.subdivision - 1 }, (_, click) => (
              <i key={click} />
            ))}
          </b>
        ))}
      </span>
    </div>
  )
}
