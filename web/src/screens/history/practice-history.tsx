import { useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addWeeks,
  listPracticeDays,
  groupDaysIntoWeeks,
  startOfWeek,
  weekEndFrom,
} from '#core/history/practice-weeks.ts'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import { firstWeekdayForLanguages, localDay } from '#web/device/calendar.ts'
import { useToday } from '#web/store/clock.ts'
import { ButtonLink, IconButton } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LibraryNotReady, HistoryLoadingProgress } from '#web/kit/library-states.tsx'
import { LegalLinks, Page } from '#web/kit/page.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { getCurrentHistoryEntry, goBackEntries, navigate } from '#web/navigation/navigate.ts'
import { useSyncedHistoryFraction, readEntriesBetweenWithRetracted } from '#web/store/entry-log.ts'
import { useLibraryState, subscribeLiveQuery, useStore } from '#web/store/library-services.ts'
import type { PracticeEntry } from '#core/library/piece.ts'
import { PracticeWeeksView } from './weeks-view.tsx'
import styles from './practice-history.module.css'

const WEEKS_SHOWN = 12

export function PracticeHistoryScreen() {
  const { t } = useTranslation('history')
  const { t: common } = useTranslation()
  const library = useLibraryState()

  // A typed address has no screen of ours before it.
  const leave = () => (getCurrentHistoryEntry().key === 'default' ? navigate('/practice') : goBackEntries())

  return (
    <Page
      title={t('title')}
      start={<IconButton icon="back" label={common('back')} onClick={leave} />}
      className={styles.page}
    >
      <h1>{t('title')}</h1>
      {library.kind === 'ready' ? (
        <Weeks library={library.library} isComplete={library.isHistoryComplete} />
      ) : (
        <LibraryNotReady because={library.kind} />
      )}
    </Page>
  )
}

function Weeks({ library, isComplete }: { library: Library; isComplete: boolean }) {
  const { t } = useTranslation('history')
  const today = useToday()
  const [firstWeekday] = useState(() => firstWeekdayForLanguages(navigator.languages))
  const newest = startOfWeek(today, firstWeekday)
  const [wanted, setWanted] = useState<Day | null>(null)
  const [chosen, setChosen] = useState<Day | null>(null)
  const last = wanted ?? newest
  const share = useSyncedHistoryFraction()
  const read = useEntriesOfDays(addWeeks(last, 1 - WEEKS_SHOWN), weekEndFrom(last))

  if (read === 'failed') return <LibraryNotReady because="failed" />
  if (read === 'loading') return <LoadingIndicator label={t('loading')} />
  const arriving = !isComplete && <HistoryLoadingProgress text={t('arriving')} share={share} />
  if (read.oldestAt === null)
    return (
      arriving || (
        <>
          <EmptyState title={t('empty.title')} text={t('empty.text')} level="h2">
            <ButtonLink variant="main" to="/practice">
              {t('empty.practice')}
            </ButtonLink>
          </EmptyState>
          <LegalLinks />
        </>
      )
    )

  const shownLast = startOfWeek(read.last, firstWeekday)
  const weeks = groupDaysIntoWeeks(listPracticeDays(read.entries, localDay), shownLast, WEEKS_SHOWN)
  const oldest = startOfWeek(localDay(read.oldestAt), firstWeekday)
  const newestPracticed = weeks.findLast(({ days }) => days.length > 0) ?? weeks.at(-1)
  const week = weeks.find(({ begin }) => begin === chosen) ?? newestPracticed
  if (week === undefined) return null

  function show(begin: Day, weeksLater: number) {
    const next = addWeeks(begin, weeksLater)
    setWanted(next >= newest ? null : next)
  }

  return (
    <>
      {arriving}
      <PracticeWeeksView
        weeks={weeks}
        week={week}
        today={today}
        library={library}
        entries={read.entries}
        hasEarlier={addWeeks(shownLast, 1 - WEEKS_SHOWN) > oldest}
        hasLater={shownLast < newest}
        onShift={direction => {
          setChosen(null)
          show(shownLast, direction * WEEKS_SHOWN)
        }}
        onChoose={begin => {
          setChosen(begin)
          if (begin > shownLast) show(shownLast, WEEKS_SHOWN)
          if (begin < addWeeks(shownLast, 1 - WEEKS_SHOWN)) show(shownLast, -WEEKS_SHOWN)
        }}
      />
      <LegalLinks />
    </>
  )
}

const MS_PER_DAY = 86_400_000

type PracticeEntriesOfDays = {
  readonly first: Day
  readonly last: Day
  readonly entries: readonly PracticeEntry[]
  readonly oldestAt: Timestamp | null
}

/** Until the entries of these days are read, still returns the previous result. */
function useEntriesOfDays(first: Day, last: Day): PracticeEntriesOfDays | 'loading' | 'failed' {
  const store = useStore()
  const [shown, setShown] = useState<PracticeEntriesOfDays | 'loading' | 'failed'>('loading')

  useEffect(() => {
    if (store === null) return
    return subscribeLiveQuery(
      store,
      // The day of an entry is at most one from that of its time in UTC (rule LI7), and so is the day of a device.
      () => readEntriesBetweenWithRetracted(store, (first - 1) * MS_PER_DAY, (last + 2) * MS_PER_DAY),
      stored => setShown(stored === null ? 'failed' : { first, last, ...stored }),
    )
  }, [store, first, last])

  return shown
}
