import { useTranslation } from 'react-i18next'
import type { PriorityColor } from '#core/practice/priority.ts'
import { classNames } from '../class-names.ts'
import styles from './priority-dynamics.module.css'

/**
 * Renders the priority of a part as a dynamic mark: f (now), mf (soon) or p (can wait). Letter, text and color have the
 * same meaning.
 */
export function PriorityDynamics({
  color,
  className,
}: {
  color: PriorityColor
  className?: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <span className={classNames(styles.dynamics, styles[color], className)}>
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
