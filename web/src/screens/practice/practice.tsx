import overview from './practice-overview.module.css'
import { lazy, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import { sortInPracticeOrder, unsortedPracticeParts } from '#core/practice/priority.ts'
import type { RoutineEvent, RoutineStartPoint } from '#core/practice/routine-reducer.ts'
import { routineViewKind } from '#core/practice/routine.ts'
import { preloadWhenIdle } from '#web/concurrency/when-idle.ts'
import { localDay } from '#web/device/calendar.ts'
import { LibraryNotReady } from '#web/kit/library-states.tsx'
import { Page } from '#web/kit/page.tsx'
import { serverClockNow, useToday } from '#web/store/clock.ts'
import { useLibraryState, useStore } from '#web/store/library-services.ts'
import { PracticeOverview } from './practice-overview.tsx'
import { pieceIdFromQuery, useRoutineBrowserHistory } from './routine-address.ts'
import { useRoutine } from './use-routine.ts'

const loadStep = async () => ({ default: (await import('./practice-step.tsx')).PracticeStep })
const PracticeStep = lazy(loadStep)
const loadFinished = async () => ({ default: (await import('./routine-finished.tsx')).RoutineFinished })
const RoutineFinished = lazy(loadFinished)
/** Loaded before they are needed, so that they open even without a connection. */
const PRELOADED = [loadStep, loadFinished, () => import('./practice-settings-dialog.tsx')]

export function PracticeScreen() {
  const { t } = useTranslation('practice')
  const library = useLibraryState()

  if (library.kind === 'ready') return <Routine library={library.library} />
  return (
    <Page title={t('title')} start={<h1>{t('title')}</h1>} hasHistoryLink className={overview.overview}>
      <LibraryNotReady because={library.kind} />
    </Page>
  )
}

function Routine({ library }: { library: Library }) {
  const { t } = useTranslation('practice')
  const store = useStore()
  const today = useToday()
  const [wanted] = useState(() => startOfPiece(library, today))
  const control = useRoutine(library, wanted)
  const { routine, dispatch } = control
  const back = useRoutineBrowserHistory(routine, dispatch)

  // Memoized, because a timed session reads the history again when they change.
  const parts = useMemo(() => partsOn(library, today), [library, today])

  useEffect(() => preloadWhenIdle(PRELOADED), [])

  if (routine === null) return <Page title={t('title')}>{null}</Page>
  switch (routineViewKind(routine)) {
    case 'overview': {
      const start = (from: RoutineStartPoint) => {
        // Midnight may have passed since the list was shown.
        const day = localDay(serverClockNow(store))
        dispatch({ kind: 'start', parts: partsOn(library, day), from, today: day })
      }
      return (
        <PracticeOverview parts={parts} today={today} routine={routine} onStart={start} dispatch={dispatch} />
      )
    }
    case 'step':
      return (
        <PracticeStep routine={routine} library={library} today={today} control={control} onBack={back} />
      )
    case 'finished':
      return <RoutineFinished routine={routine} parts={parts} today={today} control={control} />
  }
}

const partsOn = (library: Library, day: Day) =>
  sortInPracticeOrder(unsortedPracticeParts(library, localDay), day)

function startOfPiece(library: Library, today: Day): RoutineEvent | null {
  const piece = pieceIdFromQuery(window.location.search)
  const parts = unsortedPracticeParts(library, localDay).filter(({ pieceId }) => pieceId === piece)
  if (parts.length === 0) return null
  return { kind: 'start', parts: sortInPracticeOrder(parts, today), from: { kind: 'open' }, today }
}
