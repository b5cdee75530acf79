import { type RefObject, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { localDay } from '#web/device/calendar.ts'
import { i18nOptionsForDay } from '#web/kit/day-as-date-param.ts'
import { PartTrend } from '#web/kit/music/part-trend.tsx'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { useLibraryState } from '#web/store/library-services.ts'
import { usePartHistories } from '#web/store/entry-log.ts'
import { PartLabel } from './part-row.tsx'
import styles from './practice-overview.module.css'

type Props = {
  part: PracticePart
  today: Day
  list: RefObject<HTMLElement | null>
  onSelect: (id: string) => void
}

export function PartDetails({ part, today, list, onSelect }: Props) {
  usePartSelection(list, onSelect)
  const { t } = useTranslation('piece')
  const { t: pieces } = useTranslation('pieces')
  const heading = useId()
  const library = useLibraryState()
  const history = usePartHistories([part.id], localDay).get(part.id)
  const isComplete = library.kind !== 'ready' || library.isHistoryComplete
  const { lastPracticed } = part

  return (
    // Another part gets another element, so that the contents are not moved but replaced.
    <section key={part.id} className={styles.details} aria-labelledby={heading}>
      <h2 id={heading} translate="no">
        <PartLabel part={part} />
      </h2>
      <p className={styles.facts}>
        <PartlyTranslated text={pieces('goal', { bpm: part.endTempo })} />
        {lastPracticed !== null && (
          <>
            <br />
            {t('beside.lastPracticed', i18nOptionsForDay(lastPracticed))}
          </>
        )}
      </p>
      {history === null && <p>{t('unreadable')}</p>}
      {history && <PartTrend history={history} goal={part.endTempo} today={today} isComplete={isComplete} />}
      {!isComplete && <p className={styles.facts}>{t('arriving')}</p>}
    </section>
  )
}

// A mouse on its way across the list does not read the history of each row below it.
const REST_MS = 120
const EVENTS = [
  ['focusin', 0],
  ['mouseover', REST_MS],
  ['mouseleave', 0],
] as const

function usePartSelection(list: RefObject<HTMLElement | null>, onSelect: (id: string) => void): void {
  useEffect(() => {
    const listening = new AbortController()
    let timer = 0
    for (const [event, delay] of EVENTS)
      list.current?.addEventListener(
        event,
        ({ target }) => {
          clearTimeout(timer)
          const id = (target as Element).closest<HTMLElement>('[data-id]')?.dataset['id']
          if (id !== undefined) timer = window.setTimeout(onSelect, delay, id)
        },
        listening,
      )
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [list, onSelect])
}
