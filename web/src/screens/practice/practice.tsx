import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import { inPracticeOrder, practiceParts } from '#core/practice/priority.ts'
import {
  continueRoutine,
  leaveRoutine,
  type PracticeSession,
  type RoutineStart,
} from '#core/practice/practice-session.ts'
import { localDay, useToday } from '#web/device/calendar.ts'
import { lazyComponent } from '#web/kit/lazy-component.tsx'
import { LibraryUnavailable } from '#web/kit/library-unavailable.tsx'
import { Page } from '#web/kit/page.tsx'
import { trackEvent } from '#web/analytics/analytics.ts'
import { useLibrary } from '#web/store/use-library.ts'
import { clickDialog } from './click/click-dialog-later.ts'
import { jumpDialog } from './jump-dialog-later.ts'
import { leftSummary } from './left-summary-later.ts'
import { Overview } from './overview.tsx'
import { continueAt, partsOf, startRoutine } from './start-routine.ts'
import { useRoutine } from './use-routine.ts'
import { useRoutineHistory } from './use-routine-history.ts'
import { wantedPiece } from './wanted-piece.ts'

const step = lazyComponent(async () => ({ default: (await import('./practice-step.tsx')).PracticeStep }))
const finished = lazyComponent(async () => ({ default: (await import('./finished.tsx')).Finished }))

/** Renders the screen at /practice: today's order, then one step per part, then the results (spec 2 and 4). */
export function Practice() {
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
  const today = useToday()
  const [wanted] = useState(() => routineOfPiece(library, today))
  const routine = useRoutine(library, wanted)
  const { session, change, save } = routine
  const back = useRoutineHistory(routine)

  // Preloaded while the overview is shown, so that starting needs no connection.
  useEffect(() => {
    // A failed load is retried when the component renders, which shows the failure.
    void Promise.allSettled([step, finished, clickDialog, jumpDialog, leftSummary].map(part => part.load()))
  }, [])

  if (session === null) return <Page title={t('title')}>{null}</Page>
  switch (session.kind) {
    case 'overview': {
      const parts = inPracticeOrder(practiceParts(library, localDay), today)
      const start = (from: RoutineStart) => {
        const there = continueAt(session, from)
        if (there === null) trackEvent({ name: 'start_practice' })
        change(() => there ?? startRoutine(parts, today, from))
      }
      return (
        <Overview
          parts={parts}
          today={today}
          session={session}
          onStart={start}
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
            onChange={change}
            onBack={back}
            onSave={save}
          />
        </Suspense>
      )
    case 'finished':
      return (
        <Suspense fallback={<Page title={t('title')}>{null}</Page>}>
          <finished.View session={session} onDone={() => change(leaveRoutine)} />
        </Suspense>
      )
  }
}

/** Returns a routine of the piece named in the address, or null (rule PX39). */
function routineOfPiece(library: Library, today: Day): PracticeSession | null {
  const piece = wantedPiece(window.location.search)
  const parts = piece === null ? [] : partsOf(practiceParts(library, localDay), piece)
  if (parts.length === 0) return null
  trackEvent({ name: 'start_practice' })
  return startRoutine(inPracticeOrder(parts, today), today, { kind: 'open' })
}
