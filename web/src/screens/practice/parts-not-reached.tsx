import styles from './practice-overview.module.css'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import type { Routine } from '#core/practice/routine.ts'
import { findPartsNotReached } from '#core/timed-session/timed-routine.ts'
import { currentLanguage } from '#web/language/language.ts'
import { markAsKept, Sentence } from '#web/language/sentence.tsx'
import { partName } from './part-row.tsx'

type Props = {
  routine: Routine
  /** All parts that are not deleted, in practice order. */
  parts: readonly PracticePart[]
  today: Day
}

/**
 * Renders the names of the parts that a routine with a time limit had not reached when the user left it, and the number
 * of further ones. Renders nothing if all parts were reached (rule TS8).
 */
export function PartsNotReached({ routine, parts, today }: Props) {
  const { t } = useTranslation('practice')
  const { named, others } = shortenPartList(findPartsNotReached(routine, parts, today))
  if (named.length === 0) return null
  const more = others === 0 ? [] : [t('timed.moreParts', { count: others })]
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format([
    ...named.map(markAsKept),
    ...more,
  ])
  return (
    <p className={styles.note}>
      <Sentence text={t('timed.notReached', { parts: list })} />
    </p>
  )
}

const MOST_NAMES = 3

/**
 * Returns the names of the first three parts, such as "Suite (Gigue)" or "The Swan", and the number of remaining parts.
 * If there are exactly four parts, returns all four names, because "1 more" would not be shorter (rule TS8).
 */
export function shortenPartList(parts: readonly Pick<PracticePart, 'piece' | 'name'>[]): {
  named: string[]
  others: number
} {
  const count = parts.length === MOST_NAMES + 1 ? parts.length : MOST_NAMES
  const named = parts.slice(0, count).map(partName)
  return { named, others: parts.length - named.length }
}
