import type { Importance } from '#core/library/piece.ts'
import { classNames } from '../class-names.ts'
import styles from './urgency-hairpin.module.css'

/**
 * Renders an urgency as a partly filled crescendo sign. Hidden from screen readers, because a number next to it gives
 * the same information.
 */
export function UrgencyHairpin({
  importance,
  className,
}: {
  importance: Importance
  className?: string | undefined
}) {
  const share = importance / 5
  const x = 1 + 42 * share
  return (
    <svg className={classNames(styles.small, className)} viewBox="0 0 44 16" aria-hidden="true">
      <path d={`M1 8L${x} ${8 - 7 * share}V${8 + 7 * share}z`} fill="currentColor" />
      <path d="M43 1L1 8l42 7" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  )
}

/** Renders the wide crescendo sign above the five urgency buttons. */
export function WideHairpin() {
  return (
    <svg className={styles.wide} viewBox="0 0 400 60" preserveAspectRatio="none" aria-hidden="true">
      <path
        d="M398 3L2 30l396 27"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
