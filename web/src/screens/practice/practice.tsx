import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import {
  inPracticeOrder,
  listPracticeParts,
  isLastPracticedOn,
  type PracticePart,
} from '#core/practice/priority.ts'
import {
  continueRoutine,
  pauseRoutine,
  type PracticeSession,
  type RoutineStart,
  goToStep,
  startPracticeSession,
} from '#core/practice/practice-session.ts'
import { preloadWhenIdle } from '#web/concurrency/when-idle.ts'
import { localDay } from '#web/device/calendar.ts'
import { createLazyComponent } from '#web/kit/lazy-component.tsx'
import { LibraryUnavailable } from '#web/kit/library-states.tsx'
import { Page } from '#web/kit/page.tsx'
import { useAnalytics } from '#web/analytics/analytics.ts'
import { correctedNow, useToday } from '#web/store/clock.ts'
import { useLibrary, useStore } from '#web/store/device-library.ts'
import { usePersisted } from '#web/store/persisted-values.ts'
import { lazyClickDialog } from './click/lazy-click-dialog.ts'
import { lazyPausedRoutineSummary } from './summary/lazy-paused-routine-summary.ts'
import { PracticeOverview } from './overview/practice-overview.tsx'
import { parseSessionMinutes } from './timed/session-minutes.ts'
import { lazyTimedList } from './timed/lazy-timed-routine.ts'
import type { TimedSessionListProps } from './timed/timed-session-list.tsx'
import { useRoutine } from './routine/use-routine.ts'
import { useRoutineBrowserHistory } from './routine/use-routine-browser-history.ts'
import { pieceFromQuery } from './piece-from-query.ts'
import type { PieceId } from '#core/library/piece.ts'

const step = createLazyComponent(async () => ({
  default: (await import('./step/practice-step.tsx')).PracticeStep,
}))
const finished = createLazyComponent(async () => ({
  default: (await import('./summary/routine-finished.tsx')).RoutineFinished,
}))

/** Loaded while the overview is shown, the next step first, so that starting needs no connection. */
const LATER = [step, finished, lazyClickDialog, lazyPausedRoutineSummary, lazyTimedList]

/**
 * Renders the screen at /practice: first the overview, then one step for each part of the routine, then the results
 * (spec 2 and 4).
 */
export function PracticeScreen() {
  const { t } = useTranslation('practice')
  const library = useLibrary()

  if (library.kind === 'ready') return <Routine library={library.library} />
  return (
    <Page title={t('title')}>
      <h1>{t('title')}</h1>
      <LibraryUnavailable because={library.kind} />
    </Page>
  )
}

function Routine({ library }: { library: Library }) {
  const { t } = useTranslation('practice')
  const { trackEvent } = useAnalytics()
  const store = useStore()
  const today = useToday()
  const [wanted] = useState(() => {
    const found = routineOfPiece(library, today)
    if (found !== null) trackEvent({ name: 'start_practice' })
    return found
  })
  // Read before the routine, so that the overview never shows another time first.
  const [minutes, setMinutes] = usePersisted('session minutes', parseSessionMinutes)
  const routine = useRoutine(library, wanted)
  const { session, timed, change, begin, save } = routine
  const back = useRoutineBrowserHistory(routine)

  useEffect(() => preloadWhenIdle(LATER), [])

  if (session === null) return <Page title={t('title')}>{null}</Page>
  switch (session.kind) {
    case 'overview': {
      const parts = partsOn(library, today)
      const start = (from: RoutineStart) => {
        const there = continueRoutineAt(session, from)
        if (there !== null) return change(() => there)
        trackEvent({ name: 'start_practice' })
        const day = localDay(correctedNow(store))
        begin({ session: startRoutine(partsOn(library, day), day, from), timed: null })
      }
      const startTimed: TimedSessionListProps['onStart'] = (routineAt, from) => {
        const there = from === null ? null : continueRoutineAt(session, { kind: 'part', id: from })
        if (there !== null) return change(() => there)
        trackEvent({ name: 'start_practice' })
        begin(routineAt(correctedNow(store)))
      }
      return (
        <PracticeOverview
          parts={parts}
          today={today}
          session={session}
          timed={timed}
          minutes={minutes}
          onMinutes={setMinutes}
          onStart={start}
          onStartTimed={startTimed}
          onContinue={() => change(continueRoutine)}
        />
      )
    }
    case 'step':
      return (
        <Suspense fallback={<Page title={t('title')}>{null}</Page>}>
          <step.View
            session={session}
            library={library}
            today={today}
            timed={timed}
            onActivity={routine.recordActivity}
            onChange={change}
            onBack={back}
            onSave={save}
            onRecord={routine.recordWithRoutine}
          />
        </Suspense>
      )
    case 'finished':
      return (
        <Suspense fallback={<Page title={t('title')}>{null}</Page>}>
          <finished.View
            session={session}
            timed={timed}
            parts={() => partsOn(library, today)}
            today={today}
            onMore={begin}
            onDone={() => change(pauseRoutine)}
          />
        </Suspense>
      )
  }
}

const partsOn = (library: Library, day: Day) => inPracticeOrder(listPracticeParts(library, localDay), day)

/** Returns a routine of the piece named in the address, or null (rule PS14). */
function routineOfPiece(library: Library, today: Day): PracticeSession | null {
  const piece = pieceFromQuery(window.location.search)
  const parts = piece === null ? [] : practicePartsOfPiece(listPracticeParts(library, localDay), piece)
  if (parts.length === 0) return null
  return startRoutine(inPracticeOrder(parts, today), today, { kind: 'open' })
}

/**
 * Returns a new practice session with one step for each of the given parts, which must be in practice order. The
 * session begins at the part given by `start`, at the first part not practiced today ('open'), or at the first part
 * ('top'). Other parts that were practiced today are moved to the front, so that Next leads only to parts that still
 * need practice. No part is moved if `start` is 'top' or if all parts were practiced today (rule SE15).
 */
export const startRoutine = (parts: readonly PracticePart[], today: Day, start: RoutineStart) =>
  startPracticeSession(parts, start, part => isLastPracticedOn(part, today))

/**
 * Returns the practice session in which the paused routine continues at the part given by `start`. The summary of the
 * routine then includes the tempos saved before the pause. Returns null if there is no routine, if `start` does not
 * name a part, or if the routine does not contain the part (rule SE15).
 */
export const continueRoutineAt = (session: PracticeSession, start: RoutineStart): PracticeSession | null =>
  start.kind === 'part' ? goToStep(continueRoutine(session), start.id) : null

/** Returns the given parts that belong to the given piece, in the same order. */
export const practicePartsOfPiece = (parts: readonly PracticePart[], piece: PieceId) =>
  parts.filter(part => part.pieceId === piece)
