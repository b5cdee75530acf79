import { classNames } from './class-names.ts'
import styles from './repeat-sign.module.css'

type StageProps = {
  tempo: number
  unit: string
  /** The beat that is heard now; null while nothing runs. */
  beat: SeenBeat | null
}

type SeenBeat = {
  /** 0 to 3, clockwise from the top left. */
  readonly dot: number
  /** The first of a bar: its bar line lights up too. */
  readonly isFirst: boolean
  /** The bar is one in which the musician keeps time alone: its beats are seen as rings. */
  readonly isSilent: boolean
}

/**
 * The tempo between two repeat signs; their four dots are the beats, clockwise from the top left (rule CK6). To be seen
 * and read, not to be announced: what changes the tempo says so (rule PX18).
 */
export function RepeatStage({ tempo, unit, beat }: StageProps) {
  return (
    <div className={styles.stage}>
      <div className={styles.inner}>
        <RepeatSign side="left" beat={beat} />
        <p className={classNames(styles.tempo, tempo >= 100 && styles.threeDigits)}>
          {tempo} <small>{unit}</small>
        </p>
        <RepeatSign side="right" beat={beat} />
      </div>
    </div>
  )
}

type SignProps = { side: 'left' | 'right'; beat: SeenBeat | null }

/** One repeat sign with its staff. Only one dot and, on the first beat, the bar change: nothing large ever flashes. */
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
