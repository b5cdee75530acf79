import { useTranslation } from 'react-i18next'
import type { CSSProperties } from 'react'
import type { PriorityColor } from '#core/practice/priority.ts'
import type { Importance } from '#core/library/piece.ts'
import type { ProgressColor } from '#core/practice/progress.ts'
import { classNames } from '../class-names.ts'
import styles from './musical-signs.module.css'

export function PriorityDynamicMark({ color }: { color: PriorityColor }) {
  const { t } = useTranslation()
  return (
    <span className={classNames(styles.dynamics, styles[color])}>
      <svg className={styles.sign} viewBox="0 0 44 32" aria-hidden="true">
        <path d={SIGNS[color]} />
      </svg>
      {t(`priority.${color}`)}
    </span>
  )
}

const SIGNS: Record<PriorityColor, string> = {
  red: 'M31 4.5c-2-4-7.5-3-9 3.5l-4.5 19c-1.2 5.5-6 6-7.5 2.5M14 12.5h14',
  blue: 'M2 23l3.5-12M4.5 15c1.5-4.5 7.5-6 6.5-1L8.5 23M11 15c1.5-4.5 7.5-6 6.5-1l-2 7c-.5 2 1 2.5 2.5 1.2M42 4.5c-2-4-7.5-3-9 3.5l-4.5 19c-1.2 5.5-6 6-7.5 2.5M25 12.5h14',
  green: 'M13 32l6.5-21.5c.6-2 .2-3.3-2-2.3M18 17c2-6 12-9 12-2 0 7-8.5 10.5-13 6',
}

/** Screen readers skip it, so show the number as text, too. */
export function ImportanceHairpin({ importance }: { importance: Importance }) {
  const share = importance / 5
  const x = 1 + 42 * share
  return (
    <svg className={styles.small} viewBox="0 0 44 16" aria-hidden="true">
      <path d={`M1 8L${x} ${8 - 7 * share}V${8 + 7 * share}z`} fill="currentColor" />
      <path d="M43 1L1 8l42 7" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </svg>
  )
}

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

type LineProps = {
  from?: number
  share: number
  className?: string | undefined
}

export function TempoShareOfGoalLine({ share, from = share, className }: LineProps) {
  const onLine = (at: number) => Math.max(0, Math.min(1, at))
  const drawn = { '--from': onLine(from), '--to': onLine(share) } as CSSProperties
  return (
    <span className={classNames(styles.line, className)} style={drawn} aria-hidden="true">
      <i />
      <b />
    </span>
  )
}

export function ProgressNotehead({ color }: { color: ProgressColor }) {
  return (
    <svg className={styles.notehead} viewBox="0 0 26 20" aria-hidden="true">
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
