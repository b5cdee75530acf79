import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import { inPracticeOrder, listPracticeParts } from '#core/practice/priority.ts'
import type { RoutineEvent, RoutineStart } from '#core/practice/routine-reducer.ts'
import { shownPlace } from '#core/practice/routine.ts'
import { preloadWhenIdle } from '#web/concurrency/when-idle.ts'
import { localDay } from '#web/device/calendar.ts'
import { createLazyComponent } from '#web/kit/lazy-component.tsx'
import { LibraryUnavailable } from '#web/kit/library-states.tsx'
import { Page } from '#web/kit/page.tsx'
import { correctedNow, useToday } from '#web/store/clock.ts'
import { useLibrary, useStore } from '#web/store/device-library.ts'
import { LATER_ON_OVERVIEW, PracticeOverview } from './practice-overview.tsx'
import { pieceFromQuery, useRoutineAddress } from './routine-address.ts'
import { lazyClickDialog } from './lazy-click-dialog.ts'
import { useRoutine } from './use-routine.ts'

const step = createLazyComponent(async () => ({
  default: (await import('./practice-step.tsx')).PracticeStep,
}))
const finished = createLazyComponent(async () => ({
  default: (await import('./routine-finished.tsx')).RoutineFinished,
}))

/** Loaded while the overview is shown, the next step first, so that starting needs no connection. */
const LATER = [step, finished, lazyClickDialog, ...LATER_ON_OVERVIEW]

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
  const store = useStore()
  const today = useToday()
  const [wanted] = useState(() => startOfPiece(library, today))
  const { routine, dispatch, save, record } = useRoutine(library, wanted)
  const back = useRoutineAddress(routine, dispatch)

  useEffect(() => preloadWhenIdle(LATER), [])

  if (routine === null) return <Page title={t('title')}>{null}</Page>
  switch (shownPlace(routine)) {
    case 'overview': {
      const start = (from: RoutineStart) => {
        // Midnight may have passed since the list was shown.
        const day = localDay(correctedNow(store))
        dispatch({ kind: 'start', parts: partsOn(library, day), from, today: day })
      }
      return (
        <PracticeOverview
          parts={partsOn(library, today)}
          today={today}
          routine={routine}
          onStart={start}
          onStartTimed={dispatch}
          onContinue={() => dispatch({ kind: 'continue' })}
        />
      )
    }
    case 'step':
      return (
        <Suspense fallback={<Page title={t('title')}>{null}</Page>}>
          <step.View
            routine={routine}
            library={library}
            today={today}
            dispatch={dispatch}
            onBack={back}
            onSave={save}
            onRecord={record}
          />
        </Suspense>
      )
    case 'finished':
      return (
        <Suspense fallback={<Page title={t('title')}>{null}</Page>}>
          <finished.View
            routine={routine}
            parts={() => partsOn(library, today)}
            today={today}
            dispatch={dispatch}
          />
        </Suspense>
      )
  }
}

const partsOn = (library: Library, day: Day) => inPracticeOrder(listPracticeParts(library, localDay), day)

/** Returns the event that starts a routine of the piece named in the address, or null (rule PS14). */
function startOfPiece(library: Library, today: Day): RoutineEvent | null {
  const piece = pieceFromQuery(window.location.search)
  const parts = listPracticeParts(library, localDay).filter(({ pieceId }) => pieceId === piece)
  if (parts.length === 0) return null
  return { kind: 'start', parts: inPracticeOrder(parts, today), from: { kind: 'open' }, today }
}
