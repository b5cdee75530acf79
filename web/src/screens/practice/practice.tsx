import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Library } from '#core/library.ts'
import { inPracticeOrder, practiceParts } from '#core/priority.ts'
import { OVERVIEW, startedSession } from '#core/session.ts'
import { dayOf, useToday } from '#web/device/calendar.ts'
import { later } from '#web/kit/later.tsx'
import { NoLibrary } from '#web/kit/no-library.tsx'
import { Page } from '#web/kit/page.tsx'
import { useLibrary } from '#web/store/use-library.ts'
import { clickDialog } from './click/click-dialog-later.ts'
import { Overview } from './overview.tsx'
import { useRoutine } from './use-routine.ts'

const step = later(async () => ({ default: (await import('./practice-step.tsx')).PracticeStep }))
const finished = later(async () => ({ default: (await import('./finished.tsx')).Finished }))

/** The screen at /practice: today's order, then one step per part, then what it brought (spec 2 and 4). */
export function Practice() {
  const { t } = useTranslation('practice')
  const library = useLibrary()

  if (library.kind === 'ready') return <Routine library={library.library} />
  return (
    <Page title={t('title')}>
      <h1>{t('title')}</h1>
      <NoLibrary because={library.kind} />
    </Page>
  )
}

function Routine({ library }: { library: Library }) {
  const { t } = useTranslation('practice')
  const today = useToday()
  const { session, change } = useRoutine(library)

  // The overview does not wait for them; they are there long before anybody starts, also where no signal is then.
  useEffect(() => {
    // What fails here is fetched again when it is needed, and its failure shown then.
    void Promise.allSettled([step.load(), finished.load(), clickDialog.load()])
  }, [])

  if (session === null) return <Page title={t('title')}>{null}</Page>
  switch (session.kind) {
    case 'overview': {
      const parts = inPracticeOrder(practiceParts(library, dayOf), today)
      return <Overview parts={parts} today={today} onStart={() => change(() => startedSession(parts))} />
    }
    case 'step':
      return (
        <Suspense fallback={<Page title={t('title')}>{null}</Page>}>
          <step.Part session={session} library={library} onChange={change} />
        </Suspense>
      )
    case 'finished':
      return (
        <Suspense fallback={<Page title={t('title')}>{null}</Page>}>
          <finished.Part session={session} onDone={() => change(() => OVERVIEW)} />
        </Suspense>
      )
  }
}
