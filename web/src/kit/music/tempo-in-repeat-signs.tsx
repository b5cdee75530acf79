import { classNames } from '../class-names.ts'
import styles from './tempo-in-repeat-signs.module.css'

type StageProps = {
  tempo: number
  unit: string
  /** The current beat, or null while the click is stopped. */
  beat: SeenBeat | null
}

type SeenBeat = {
  /** Index of the dot, 0 to 3, clockwise from the top left. */
  readonly dot: number
  /** Whether this is the first beat of a bar, which lights the bar line as well. */
  readonly isFirst: boolean
  /** Whether the bar is silent; its beats are shown as rings. */
  readonly isSilent: boolean
}

/**
 * Renders the tempo between two repeat signs, with four dots that show the beats (rule CK1). Screen readers get the
 * tempo from the control that changes it (rule PX18).
 */
export function TempoInRepeatSigns({ tempo, unit, beat }: StageProps) {
  return (
    <div className={styles.stage}>
      <div className={styles.inner}>
        <RepeatSign side="left" beat={beat} />
        <p className={classNames(styles.tempo, tempo >= 100 && styles.threeDigits)} translate="no">
          {tempo} <small>{unit}</small>
        </p>
        <RepeatSign side="right" beat={beat} />
      </div>
    </div>
  )
}

type SignProps = { side: 'left' | 'right'; beat: SeenBeat | null }

/**
 * Renders one repeat sign with its staff. Only a dot and, on the first beat, the bar line change, so nothing large
 * flashes.
 */
function RepeatSign({ side, beat }: SignProps) {
  const [upper, lower] = side === 'left' ? [0, 3] : [1, 2]
  const isLineLit = side === 'left' && beat?.isFirst === true && !beat.isSilent
  const lit = (dot: number) => beat?.dot === dot && (beat.isSilent ? styles.silent : styles.sounding)
  return (
    <div className={classNames(styles.sign, styles[side])} aria-hidden="true">
      <span className={styles.staff} />
      <i className={classNames(styles.thick, isLineLit && styles.sounding)} />
      <i className={styles.thin} />
      <span className={styles.dots}>
        <b className={classNames(styles.dot, lit(upper))} />
        <b className={classNames(styles.dot, styles.lower, lit(lower))} />
      </span>
    </div>
  )
}
