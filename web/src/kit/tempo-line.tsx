import type { CSSProperties } from 'react'
import type { ProgressColor } from '#core/progress.ts'
import { classNames } from './class-names.ts'
import styles from './tempo-line.module.css'

type Props = {
  /** The share of the goal that is reached; from 1 on the notehead stands at the double bar. */
  share: number
  color?: ProgressColor
  className?: string | undefined
}

/** A notehead on its way to the double bar: the tempo on its way to the goal. The numbers beside it say the same. */
export function TempoLine({ share, color, className }: Props) {
  const drawn = { '--share': Math.max(0, Math.min(1, share)) } as CSSProperties
  return (
    <span
      className={classNames(styles.line, color && styles[color], className)}
      style={drawn}
      aria-hidden="true"
    >
      <i />
      <b />
    </span>
  )
}

/** The notehead that says how far a piece has come: hollow below 60 %, half below 85 %, full from there on. */
export function Notehead({ color }: { color: ProgressColor }) {
  return (
    <svg className={classNames(styles.notehead, styles[color])} viewBox="0 0 26 20" aria-hidden="true">
      {color === 'green' ? (
        <ellipse cx="13" cy="10" rx="11.5" ry="8" transform="rotate(-22 13 10)" fill="currentColor" />
      ) : (
        <g transform="rotate(-22 13 10)">
          <ellipse cx="13" cy="10" rx="10" ry="6.6" fill="none" stroke="currentColor" strokeWidth="3" />
          {color === 'blue' && <path d="M3 10a10 6.6 0 0 0 20 0z" fill="currentColor" />}
        </g>
      )}
    </svg>
  )
}
