import styles from './timed.module.css'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { PausedRoutine } from '#core/practice/practice-session.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { findPartsNotReached, type TimedRoutine } from '#core/timed-session/timed-routine.ts'
import { currentLanguage } from '#web/language/language.ts'
import { markAsKept, Sentence } from '#web/language/sentence.tsx'
import { shortenPartList } from './shorten-part-list.ts'

type Props = {
  left: PausedRoutine
  timed: TimedRoutine
  /** All parts that are not deleted, in practice order. */
  parts: readonly PracticePart[]
  today: Day
}

/**
 * Renders the names of the parts that a routine with a time limit had not reached when the user left it, and the number
 * of further ones. Renders nothing if all parts were reached (rule TS8).
 */
export function PartsNotReached({ left, timed, parts, today }: Props) {
  const { t } = useTranslation('practice')
  const { named, others } = shortenPartList(findPartsNotReached(left, timed, parts, today))
  if (named.length === 0) return null
  const more = others === 0 ? [] : [t('timed.moreParts', { count: others })]
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format([
    ...named.map(markAsKept),
    ...more,
  ])
  return (
    <p className={styles.notReached}>
      <Sentence text={t('timed.notReached', { parts: list })} />
    </p>
  )
}
