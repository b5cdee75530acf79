import { classNames } from './class-names.ts'
import styles from './repeat-sign.module.css'

type StageProps = {
  tempo: number
  unit: string
  /** The beat that sounds now, 0 to 3, or null in silence. */
  beat: number | null
}

/**
 * The tempo between two repeat signs; their four dots are the four beats, clockwise from the top left. To be seen and
 * read, not to be announced: what changes the tempo says so (rule PX18).
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

/** One repeat sign with its staff. Only one dot and, on the first beat, the bar change: nothing large ever flashes. */
function RepeatSign({ side, beat }: { side: 'left' | 'right'; beat: number | null }) {
  const [upper, lower] = side === 'left' ? [0, 3] : [1, 2]
  const bars = (
    <>
      <i className={classNames(styles.thick, side === 'left' && beat === 0 && styles.sounding)} />
      <i className={styles.thin} />
    </>
  )
  return (
    <div className={classNames(styles.sign, styles[side])} aria-hidden="true">
      <span className={styles.staff} />
      {bars}
      <span className={styles.dots}>
        <b className={classNames(styles.dot, beat === upper && styles.sounding)} />
        <b className={classNames(styles.dot, styles.lower, beat === lower && styles.sounding)} />
      </span>
    </div>
  )
}
