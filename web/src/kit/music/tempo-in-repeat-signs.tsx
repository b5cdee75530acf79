import type { CSSProperties } from 'react'
import type { Bpm } from '#core/music/tempo.ts'
import { classNames } from '../class-names.ts'
import { TempoNumber } from './tempo-number.tsx'
import styles from './tempo-in-repeat-signs.module.css'

type StageProps = {
  tempo: Bpm
  onTempo: (tempo: Bpm) => void
  /** One for each beat of a bar; four for bars of one beat. */
  dots: number
  /** Clicks per beat: those after the first are small dots below the beat's own. */
  subdivision: number
  /** Null while the click is stopped. */
  beat: SeenBeat | null
}

type SeenBeat = {
  /** The index of the lit dot, clockwise from the top left. */
  readonly dot: number
  /** Whether the beat is the first of a bar, which lights the bar line as well. */
  readonly isFirst: boolean
  /** Whether the bar is silent, which makes its beats rings. */
  readonly isSilent: boolean
}

/** The dots show the beats of a bar (CK1). */
export function TempoInRepeatSigns({ tempo, onTempo, dots, subdivision, beat }: StageProps) {
  // Half of them at each side, clockwise: the first at the top left, the last below it.
  const atRight = Math.ceil(dots / 2)
  const all = Array.from({ length: dots }, (_, dot) => dot)
  const right = all.slice(1, 1 + atRight)
  const left = [0, ...all.slice(1 + atRight).toReversed()]
  return (
    <div className={styles.stage}>
      <div className={styles.inner}>
        <RepeatSign side="left" dots={left} subdivision={subdivision} beat={beat} />
        <TempoNumber tempo={tempo} onTempo={onTempo} />
        <RepeatSign side="right" dots={right} subdivision={subdivision} beat={beat} />
      </div>
    </div>
  )
}

type SignProps = { side: 'left' | 'right'; dots: readonly number[] } & Pick<
  StageProps,
  'subdivision' | 'beat'
>

/** Only a dot and, on the first beat, the bar line change, so nothing large flashes. */
function RepeatSign({ side, dots, subdivision, beat }: SignProps) {
  const isLineLit = side === 'left' && beat?.isFirst === true && !beat.isSilent
  const lit = (dot: number) => beat?.dot === dot && (beat.isSilent ? styles.silent : styles.sounding)
  return (
    <div className={classNames(styles.sign, styles[side])} aria-hidden="true">
      <span className={styles.staff} />
      <i className={classNames(styles.thick, isLineLit && styles.sounding)} />
      <i className={styles.thin} />
      <span className={styles.dots} style={{ '--rows': Math.max(4, dots.length + 1) } as CSSProperties}>
        {dots.map((dot, place) => (
          <b
            key={dot}
            className={classNames(styles.dot, lit(dot))}
            style={{ '--from-middle': place - (dots.length - 1) / 2 } as CSSProperties}
          >
            {Array.from({ length: subdivision - 1 }, (_, click) => (
              <i key={click} />
            ))}
          </b>
        ))}
      </span>
    </div>
  )
}
