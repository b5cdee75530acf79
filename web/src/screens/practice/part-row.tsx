import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/day.ts'
import { priorityColor, priorityOf, type PracticePart } from '#core/priority.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Dynamics } from '#web/kit/dynamics.tsx'
import { Hidden } from '#web/kit/hidden.tsx'
import { TempoLine } from '#web/kit/tempo-line.tsx'
import { reasonOf } from './reason.ts'
import { useReasonText } from './use-reason-text.ts'
import styles from './overview.module.css'

type Props = { part: PracticePart; today: Day }

/** The class of the row a part stands in. */
export const partClass = (part: PracticePart, today: Day) =>
  classNames(styles.part, styles[priorityColor(priorityOf(part, today))])

/** One part of today: how pressing it is, what it is, how far it has come, and why it stands here. */
export const PartRow = memo(function PartRow({ part, today }: Props) {
  const { t } = useTranslation('practice')
  const reasonText = useReasonText()
  const color = priorityColor(priorityOf(part, today))
  const share = part.currentTempo / part.endTempo

  return (
    <>
      {/* The blanks keep the words apart for a screen reader; the grid draws none of them. */}
      <Dynamics color={color} className={styles.dynamics} />{' '}
      <span className={styles.name}>
        {part.piece}
        {part.name !== null && (
          <>
            {' '}
            <span className={styles.section}>({part.name})</span>
          </>
        )}
      </span>{' '}
      <span className={styles.tempos}>
        <b>
          <Hidden>{t('now')} </Hidden>
          {part.currentTempo}
        </b>
        <TempoLine share={share} color={color} />{' '}
        <b>
          <Hidden>{t('goal')} </Hidden>
          {part.endTempo}
        </b>
      </span>{' '}
      <span className={styles.reason}>{reasonText(reasonOf(part, today))}</span>
    </>
  )
})
