import { useId, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { Sentence } from '#web/language/sentence.tsx'
import { localDay } from '#web/device/calendar.ts'
import { dayAsDateParam } from '#web/kit/day-as-date-param.ts'
import { PartTrend } from '#web/kit/music/part-trend.tsx'
import { useLibrary } from '#web/store/device-library.ts'
import { usePartHistories } from '#web/store/entry-log.ts'
import { usePartSelection } from './use-part-selection.ts'
import styles from './desk.module.css'

type Props = {
  part: PracticePart
  today: Day
  /** The element that contains the rows of the list, each with the id of its part as `data-id`. */
  list: RefObject<HTMLElement | null>
  /** Called with the id of the part to show next. Must be the same function on each render. */
  onSelect: (id: string) => void
}

/** Renders the details of a part: its goal, the day of its last practice, and a chart of its tempo (rule PH3). */
export function PartDetails({ part, today, list, onSelect }: Props) {
  usePartSelection(list, onSelect)
  const { t } = useTranslation('piece')
  const { t: pieces } = useTranslation('pieces')
  const heading = useId()
  const library = useLibrary()
  const history = usePartHistories([part.id], localDay).get(part.id)
  const isComplete = library.kind !== 'ready' || library.isHistoryComplete
  const { lastPracticed } = part

  return (
    // Another element for another part: its contents are not moved but replaced.
    <section key={part.id} className={styles.details} aria-labelledby={heading}>
      <h2 id={heading} className={styles.name} translate="no">
        {part.piece}
        {part.name !== null && (
          <>
            {' '}
            <span className={styles.section}>({part.name})</span>
          </>
        )}
      </h2>
      <p className={styles.facts}>
        <Sentence text={pieces('goal', { bpm: part.endTempo })} />
        {lastPracticed !== null && (
          <>
            <br />
            {t('beside.lastPracticed', dayAsDateParam(lastPracticed))}
          </>
        )}
      </p>
      {history === null && <p>{t('unreadable')}</p>}
      {history && <PartTrend history={history} goal={part.endTempo} today={today} isComplete={isComplete} />}
      {!isComplete && <p className={styles.facts}>{t('arriving')}</p>}
    </section>
  )
}
