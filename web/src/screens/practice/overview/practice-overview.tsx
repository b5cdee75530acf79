import styles from './practice-overview.module.css'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '#web/navigation/navigate.ts'
import { piecesOnHold } from '#core/library/library.ts'
import type { Day } from '#core/library/day.ts'
import { sessionSummary, type PracticeSession, type RoutineStart } from '#core/practice/practice-session.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import type { TimedRoutine } from '#core/timed-session/timed-routine.ts'
import { Button } from '#web/kit/button.tsx'
import { Sentence } from '#web/language/sentence.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Page } from '#web/kit/page.tsx'
import { VirtualList } from '#web/kit/list/virtual-list.tsx'
import { useLibrary } from '#web/store/device-library.ts'
import { ListWithPartDetails } from '../desk/list-with-part-details.tsx'
import { lazyPausedRoutineSummary } from '../summary/lazy-paused-routine-summary.ts'
import { RoutineStartControls } from './routine-start-controls.tsx'
import { partRowClass, PartRow } from './part-row.tsx'
import { lazyPartsNotReached, lazyTimedList } from '../timed/lazy-timed-routine.ts'
import type { TimedSessionListProps } from '../timed/timed-session-list.tsx'
import { useFocusOnMount } from '../use-focus-on-mount.ts'

// Height of a row with one-line names, in px.
const ROW_HEIGHT = 105

type OverviewSession = Extract<PracticeSession, { kind: 'overview' }>
type Props = {
  parts: readonly PracticePart[]
  today: Day
  session: OverviewSession
  /** The schedule of the paused routine, or null if it has no time limit. */
  timed: TimedRoutine | null
  /** The chosen practice time in minutes, or null for all parts without a time limit. */
  minutes: number | null
  onMinutes: (minutes: number | null) => void
  onStart: (from: RoutineStart) => void
  onStartTimed: TimedSessionListProps['onStart']
  onContinue: () => void
}

/**
 * Renders the list of parts to practice today: all parts by priority, or those that fit the chosen practice time. The
 * user can continue the paused routine or start a routine at any part (rules SE14, SE15, PX43).
 */
export function PracticeOverview(props: Props) {
  const { parts, today, session, timed, minutes, onMinutes, onStart, onStartTimed, onContinue } = props
  const { left } = session
  const { t } = useTranslation('practice')
  const heading = useFocusOnMount()
  if (parts.length === 0) return <NothingYet />
  const count = t('parts', { count: parts.length })
  const order = minutes === null ? t('order', { parts: count }) : t('timed.order', { count: minutes })
  const dock = (start: (() => void) | null) => (
    <RoutineStartControls
      left={left}
      minutes={minutes}
      onMinutes={onMinutes}
      onStart={start}
      onContinue={onContinue}
    />
  )

  return (
    <Page title={t('title')}>
      <div className={styles.titles}>
        <h1 ref={heading} tabIndex={-1}>
          {t('title')}
        </h1>
        <p className={styles.order}>
          <Sentence emphasis text={order} translate="yes" />
        </p>
      </div>
      {sessionSummary(session).practiced > 0 && (
        <Suspense>
          <lazyPausedRoutineSummary.View session={session} />
        </Suspense>
      )}
      {left !== null && timed !== null && (
        <Suspense>
          <lazyPartsNotReached.View left={left} timed={timed} parts={parts} today={today} />
        </Suspense>
      )}
      {minutes === null ? (
        <>
          <ListWithPartDetails parts={parts} today={today}>
            {selected => (
              <VirtualList
                as="ol"
                items={parts}
                className={styles.system}
                classOf={part => partRowClass(part, today, part.id === selected)}
                estimatedRow={ROW_HEIGHT}
              >
                {part => <PartRow part={part} today={today} onStart={onStart} />}
              </VirtualList>
            )}
          </ListWithPartDetails>
          {dock(() => onStart({ kind: left === null ? 'open' : 'top' }))}
        </>
      ) : (
        <Suspense fallback={dock(null)}>
          <lazyTimedList.View parts={parts} today={today} minutes={minutes} onStart={onStartTimed}>
            {dock}
          </lazyTimedList.View>
        </Suspense>
      )}
    </Page>
  )
}

function NothingYet() {
  const { t } = useTranslation('practice')
  const library = useLibrary()
  const isOnHold = library.kind === 'ready' && piecesOnHold(library.library).length > 0
  const [text, way] = isOnHold ? (['onHold', 'pieces'] as const) : (['text', 'add'] as const)
  return (
    <Page title={t('title')}>
      <EmptyState title={t('empty.title')} text={t(`empty.${text}`)}>
        <Button
          variant="main"
          size="big"
          icon={isOnHold ? 'list' : 'plus'}
          onClick={() => navigate(isOnHold ? '/pieces' : '/new')}
        >
          {t(`empty.${way}`)}
        </Button>
      </EmptyState>
    </Page>
  )
}
