import type { CSSProperties } from 'react'
import type { ProgressColor } from '#core/practice/progress.ts'
import { classNames } from '../class-names.ts'
import styles from './tempo-progress-line.module.css'

type Props = {
  /** Reached share of the goal tempo. From 1 on, the notehead is at the double bar. */
  share: number
  color?: ProgressColor
  className?: string | undefined
}

/**
 * Renders a tempo in relation to its goal, as a notehead on a line that ends in a double bar. Hidden from screen
 * readers, because numbers next to it give the same information.
 */
export function TempoProgressLine({ share, color, className }: Props) {
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

/**
 * Renders the progress of a piece as a notehead: hollow for red (below 60 %), half filled for blue (below 85 %), filled
 * for green.
 */
export function ProgressNotehead({ color }: { color: ProgressColor }) {
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
