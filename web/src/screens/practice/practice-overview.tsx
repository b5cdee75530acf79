import styles from './practice-overview.module.css'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listPracticeDays, toMinutesAtLeastOne } from '#core/history/practice-weeks.ts'
import type { Day } from '#core/library/day.ts'
import { piecesOnHold } from '#core/library/library.ts'
import type { PartId } from '#core/library/piece.ts'
import { isLastPracticedOn, type PracticePart, priorityColor, priorityOf } from '#core/practice/priority.ts'
import type { RoutineEvent, RoutineStartPoint } from '#core/practice/routine-reducer.ts'
import { isRoutineLeftUnfinished, type Routine, routineTempoTotals } from '#core/practice/routine.ts'
import { nextPerformanceWithDueParts } from '#core/timed-session/performances.ts'
import { estimateMinutesOfPartsNotPracticedToday } from '#core/timed-session/timed-session.ts'
import { localDay } from '#web/device/calendar.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { VirtualList } from '#web/kit/list/virtual-list.tsx'
import { FixedPageActions, Page } from '#web/kit/page.tsx'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import { serverClockNow } from '#web/store/clock.ts'
import { subscribeLiveQuery, useLibraryState, useStore } from '#web/store/library-services.ts'
import { readEntriesBetweenWithRetracted } from '#web/store/entry-log.ts'
import { usePersistedSetting } from '#web/store/persisted-values.ts'
import type { OpenedStore } from '#web/store/store-interface.ts'
import { ListWithPartDetails } from './list-with-part-details.tsx'
import { PartRow, partRowClassForColor } from './part-row.tsx'
import { PracticeTimeChooser } from './practice-time-chooser.tsx'
import { PartsNotReached, PausedRoutineTempoGains, useMinutesText } from './routine-summary.tsx'
import { useFocusHeadingOnMount } from './screen-effects.ts'
import { useOnPedalForward, usePedalKeysSetting } from './shortcuts.ts'
import { TimedSessionList } from './timed-session-list.tsx'
import { parseSessionMinutes } from './timed-settings.ts'

// Height of a row with one-line names, in px.
const ROW_HEIGHT = 105
const MIN_PARTS_FOR_TOTAL_TIME = 16
const DUE_SESSION_MINUTES = 30

type Props = {
  parts: readonly PracticePart[]
  today: Day
  routine: Routine
  onStart: (from: RoutineStartPoint) => void
  dispatch: (event: RoutineEvent) => void
}

export function PracticeOverview(props: Props) {
  const { parts, today, onStart, dispatch } = props
  const [minutes, setMinutes] = usePersistedSetting('session minutes', parseSessionMinutes)
  const left = isRoutineLeftUnfinished(props.routine) ? props.routine : null
  const { t } = useTranslation('practice')
  const heading = useFocusHeadingOnMount()
  const order = useOrderText(parts, today, minutes)
  if (parts.length === 0) return <NothingYet />
  const isOver = parts.every(part => isLastPracticedOn(part, today))
  const due = minutes === null ? nextPerformanceWithDueParts(parts, today) : null
  const isSameTime = left !== null && (left.timed?.minutes ?? null) === minutes
  const dock = (start: (() => void) | null) => (
    <RoutineStartControls
      left={left}
      isSameTime={isSameTime}
      isOver={isOver}
      minutes={minutes}
      onStart={start}
      onContinue={() => dispatch({ kind: 'continue' })}
    />
  )

  function practiceDue() {
    setMinutes(DUE_SESSION_MINUTES)
    // The pressed button disappears.
    heading.current?.focus({ preventScroll: true })
  }

  const startWith = (id: PartId) => onStart({ kind: 'part', id })
  const colorOf = (part: PracticePart) => priorityColor(priorityOf(part, today))
  const title = (
    <div className={styles.titles}>
      <h1 ref={heading} tabIndex={-1}>
        {t('title')}
      </h1>
      <p className={styles.order}>
        <PartlyTranslated emphasis text={order} translate="yes" />
      </p>
    </div>
  )
  const list =
    minutes === null ? (
      <ListWithPartDetails parts={parts} today={today}>
        {selected => (
          <VirtualList
            as="ol"
            items={parts}
            className={styles.system}
            classOf={part => partRowClassForColor(colorOf(part), part.id === selected)}
            estimatedRow={ROW_HEIGHT}
          >
            {part => <PartRow part={part} today={today} color={colorOf(part)} onStart={startWith} />}
          </VirtualList>
        )}
      </ListWithPartDetails>
    ) : (
      <TimedSessionList parts={parts} today={today} minutes={minutes} onStart={dispatch}>
        {dock}
      </TimedSessionList>
    )
  return (
    <Page title={t('title')} start={title} hasHistoryLink className={styles.overview}>
      <div className={styles.tools}>
        <PracticeTimeChooser minutes={minutes} onChange={setMinutes} />
        {left !== null && routineTempoTotals(left).practiced > 0 && (
          <PausedRoutineTempoGains routine={left} />
        )}
      </div>
      {due !== null && (
        <p className={styles.due}>
          <Icon name="flag" small />
          <span>
            <PartlyTranslated emphasis text={t('performance.due', due)} />{' '}
            <Button variant="bare" onClick={practiceDue}>
              {t('performance.practice', { count: DUE_SESSION_MINUTES })}
            </Button>
          </span>
        </p>
      )}
      {left !== null && left.timed !== null && <PartsNotReached routine={left} parts={parts} today={today} />}
      {isOver ? <DayOver today={today}>{list}</DayOver> : list}
      {minutes === null && dock(() => onStart({ kind: isSameTime ? 'top' : 'open' }))}
    </Page>
  )
}

function useOrderText(parts: readonly PracticePart[], today: Day, minutes: number | null): string {
  const { t } = useTranslation('practice')
  const count = parts.length
  const done = parts.filter(part => isLastPracticedOn(part, today)).length
  const shown = done === 0 ? t('parts', { count }) : t('doneOf', { done, count })
  if (minutes !== null && done === 0) return t('timed.order', { count: minutes })
  if (count < MIN_PARTS_FOR_TOTAL_TIME || done === count)
    return done === 0 ? t('order', { parts: shown }) : shown
  const all = estimateMinutesOfPartsNotPracticedToday(parts, today)
  const time = all < 90 ? t('time.minutes', { count: all }) : t('time.hours', { count: Math.round(all / 60) })
  return t(done === 0 ? 'orderTime' : 'orderTimeLeft', { parts: shown, time })
}

/** Appears only when the practice time has been read, so that nothing moves afterwards (rule PX44). */
function DayOver({ today, children }: { today: Day; children: ReactNode }) {
  const { t } = useTranslation('practice')
  const store = useStore()
  const [seconds, setSeconds] = useState<number | null>()

  useEffect(
    () => subscribeLiveQuery(store, opened => readSecondsOf(opened, today), setSeconds),
    [store, today],
  )

  const time = useMinutesText(toMinutesAtLeastOne(seconds ?? 0))
  if (store !== null && seconds === undefined) return null
  return (
    <div className={styles.over}>
      <EmptyState
        level="h2"
        title={seconds == null ? t('over.title') : t('over.titleTime', { time })}
        text={t('over.text')}
      />
      {children}
    </div>
  )
}

const DAY_MS = 24 * 60 * 60_000

async function readSecondsOf(store: OpenedStore, today: Day): Promise<number | null> {
  const now = serverClockNow(store)
  // An entry has the day of the place where it was made.
  const read = await readEntriesBetweenWithRetracted(store, now - 2 * DAY_MS, now + DAY_MS)
  const days = listPracticeDays(read?.entries ?? [], localDay)
  return days.find(({ day }) => day === today)?.seconds ?? null
}

function NothingYet() {
  const { t } = useTranslation('practice')
  const library = useLibraryState()
  const isOnHold = library.kind === 'ready' && piecesOnHold(library.library).length > 0
  const [text, way] = isOnHold ? (['onHold', 'pieces'] as const) : (['text', 'add'] as const)
  return (
    <Page title={t('title')} hasHistoryLink>
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

type RoutineStartControlsProps = {
  left: Routine | null
  isSameTime: boolean
  isOver: boolean
  minutes: number | null
  onStart: (() => void) | null
  onContinue: () => void
}

function RoutineStartControls(props: RoutineStartControlsProps) {
  const { left, isSameTime, isOver, minutes, onStart, onContinue } = props
  const { t } = useTranslation('practice')
  const [pedal] = usePedalKeysSetting()
  const again = isSameTime ? t('startOver') : t('start')
  const start = {
    text: minutes === null ? again : t('time.start', { count: minutes }),
    isOff: onStart === null,
    run: () => onStart?.(),
  }
  const goOn = {
    text: left && t('continue', { step: left.index + 1, steps: left.queue.length }),
    isOff: false,
    run: onContinue,
  }
  const [large, quiet] = isSameTime ? [goOn, start] : [start, goOn]
  useOnPedalForward(pedal, large.run)

  return (
    <>
      <PiecesOnHoldLink />
      <FixedPageActions>
        <div className={styles.ways}>
          {left !== null && (
            <Button variant="bare" aria-disabled={quiet.isOff} onClick={quiet.run}>
              {quiet.text}
            </Button>
          )}
          <Button
            variant={isOver ? 'quiet' : 'main'}
            size="big-wide"
            icon="play"
            aria-disabled={large.isOff}
            onClick={large.run}
          >
            {large.text}
          </Button>
        </div>
      </FixedPageActions>
    </>
  )
}

function PiecesOnHoldLink() {
  const { t } = useTranslation('practice')
  const library = useLibraryState()
  const count = library.kind === 'ready' ? piecesOnHold(library.library).length : 0
  if (count === 0) return null
  return (
    <ButtonLink variant="bare" className={styles.onHold} to="/pieces">
      {t('onHold', { count })}
    </ButtonLink>
  )
}
