import { classNames } from './class-names.ts'
import styles from './repeat-sign.module.css'

type StageProps = {
  tempo: number
  unit: string
  /** The beat of the bar, from 0, that is heard now; null while nothing runs. */
  beat: number | null
  /** The bar is one in which the musician keeps time alone: its beats are seen as rings. */
  isSilent?: boolean
}

/**
 * The tempo between two repeat signs; their four dots are the four beats, clockwise from the top left; longer bars go
 * round once more. To be seen and read, not to be announced: what changes the tempo says so (rule PX18).
 */
export function RepeatStage({ tempo, unit, beat, isSilent = false }: StageProps) {
  return (
    <div className={styles.stage}>
      <div className={styles.inner}>
        <RepeatSign side="left" beat={beat} isSilent={isSilent} />
        <p className={classNames(styles.tempo, tempo >= 100 && styles.threeDigits)}>
          {tempo} <small>{unit}</small>
        </p>
        <RepeatSign side="right" beat={beat} isSilent={isSilent} />
      </div>
    </div>
  )
}

const DOTS = 4

type SignProps = { side: 'left' | 'right'; beat: number | null; isSilent: boolean }

/** One repeat sign with its staff. Only one dot and, on the first beat, the bar change: nothing large ever flashes. */
function RepeatSign({ side, beat, isSilent }: SignProps) {
  const lit = beat === null ? null : beat % DOTS
  const [upper, lower] = side === 'left' ? [0, 3] : [1, 2]
  const sounding = isSilent ? styles.silent : styles.sounding
  return (
    <div className={classNames(styles.sign, styles[side])} aria-hidden="true">
      <span className={styles.staff} />
      <i
        className={classNames(styles.thick, side === 'left' && beat === 0 && !isSilent && styles.sounding)}
      />
      <i className={styles.thin} />
      <span className={styles.dots}>
        <b className={classNames(styles.dot, lit === upper && sounding)} />
        <b className={classNames(styles.dot, styles.lower, lit === lower && sounding)} />
      </span>
    </div>
  )
}
