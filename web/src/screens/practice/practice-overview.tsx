import styles from './practice-overview.module.css'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import { piecesOnHold } from '#core/library/library.ts'
import { isLastPracticedOn, type PracticePart, priorityColor, priorityOf } from '#core/practice/priority.ts'
import type { RoutineStart } from '#core/practice/routine-reducer.ts'
import { canContinue, type Routine, routineSummary } from '#core/practice/routine.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { VirtualList } from '#web/kit/list/virtual-list.tsx'
import { PriorityDynamics, TempoProgressLine } from '#web/kit/music/musical-signs.tsx'
import { FixedPageActions, Page } from '#web/kit/page.tsx'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { Sentence } from '#web/language/sentence.tsx'
import { navigate } from '#web/navigation/navigate.ts'
import { useLibrary } from '#web/store/device-library.ts'
import { usePersisted } from '#web/store/persisted-values.ts'
import { ListWithPartDetails } from './list-with-part-details.tsx'
import { PartLabel } from './part-label.tsx'
import { PartsNotReached } from './parts-not-reached.tsx'
import { PracticeTimeChooser } from './practice-time-chooser.tsx'
import { priorityReasonOf, usePriorityReasonText } from './priority-reason.ts'
import { PausedRoutineSummary } from './routine-summary.tsx'
import { useFocusOnMount } from './screen-effects.ts'
import { useOnPedalForward, usePedalSetting } from './shortcuts.ts'
import { TimedSessionList, type TimedSessionListProps } from './timed-session-list.tsx'
import { parseSessionMinutes } from './timed-settings.ts'

// Height of a row with one-line names, in px.
const ROW_HEIGHT = 105

type Props = {
  parts: readonly PracticePart[]
  today: Day
  routine: Routine
  onStart: (from: RoutineStart) => void
  onStartTimed: TimedSessionListProps['onStart']
  onContinue: () => void
}

/**
 * Renders the list of parts to practice today: all parts by priority, or those that fit the chosen practice time. The
 * user can continue the paused routine or start a routine at any part (rules SE14, SE15, PX43).
 */
export function PracticeOverview(props: Props) {
  const { parts, today, onStart, onStartTimed, onContinue } = props
  const [minutes, setMinutes] = usePersisted('session minutes', parseSessionMinutes)
  const left = canContinue(props.routine) ? props.routine : null
  const { t } = useTranslation('practice')
  const heading = useFocusOnMount()
  if (parts.length === 0) return <NothingYet />
  const count = t('parts', { count: parts.length })
  const order = minutes === null ? t('order', { parts: count }) : t('timed.order', { count: minutes })
  const dock = (start: (() => void) | null) => (
    <RoutineStartControls
      left={left}
      minutes={minutes}
      onMinutes={setMinutes}
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
      {left !== null && routineSummary(left).practiced > 0 && <PausedRoutineSummary routine={left} />}
      {left !== null && left.timed !== null && <PartsNotReached routine={left} parts={parts} today={today} />}
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
        <TimedSessionList parts={parts} today={today} minutes={minutes} onStart={onStartTimed}>
          {dock}
        </TimedSessionList>
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

type RoutineStartControlsProps = {
  /** The routine that can be continued, or null. */
  left: Routine | null
  /** The chosen practice time in minutes, or null for all parts without a time limit. */
  minutes: number | null
  onMinutes: (minutes: number | null) => void
  /** Function that starts a new routine; null while there is nothing to start. */
  onStart: (() => void) | null
  onContinue: () => void
}

/**
 * Renders the controls at the bottom of the practice overview: a link to the pieces on hold, the choice of a practice
 * time, and the buttons that start or continue the routine (rule SE14).
 */
function RoutineStartControls({ left, minutes, onMinutes, onStart, onContinue }: RoutineStartControlsProps) {
  const { t } = useTranslation('practice')
  const [pedal] = usePedalSetting()
  const begin = () => (left === null ? onStart?.() : onContinue())
  useOnPedalForward(pedal, begin)
  const startText = minutes === null ? null : t('time.start', { count: minutes })

  return (
    <>
      <PiecesOnHoldLink />
      <FixedPageActions>
        <div className={styles.ways}>
          <div className={styles.time}>
            <PracticeTimeChooser minutes={minutes} onChange={onMinutes} />
          </div>
          {left !== null && (
            <Button
              variant="bare"
              className={styles.over}
              aria-disabled={onStart === null}
              onClick={() => onStart?.()}
            >
              {startText ?? t('startOver')}
            </Button>
          )}
          <Button
            variant="main"
            size="big-wide"
            className={styles.main}
            icon="play"
            aria-disabled={left === null && onStart === null}
            onClick={begin}
          >
            {left === null
              ? (startText ?? t('start'))
              : t('continue', { step: left.index + 1, steps: left.queue.length })}
          </Button>
        </div>
      </FixedPageActions>
    </>
  )
}

/** Renders the number of pieces on hold as a link to the list of pieces; nothing if there are none (rule OH1). */
function PiecesOnHoldLink() {
  const { t } = useTranslation('practice')
  const library = useLibrary()
  const count = library.kind === 'ready' ? piecesOnHold(library.library).length : 0
  if (count === 0) return null
  return (
    <ButtonLink variant="bare" className={styles.onHold} to="/pieces">
      {t('onHold', { count })}
    </ButtonLink>
  )
}

type PartRowProps = { part: PracticePart; today: Day; onStart: (from: RoutineStart) => void }

/** Returns the CSS classes of the list item that contains a PartRow. */
const partRowClass = (part: PracticePart, today: Day, isSelected: boolean) =>
  classNames(styles.part, styles[priorityColor(priorityOf(part, today))], isSelected && styles.selected)

/**
 * Renders a part in today's practice list. Shows its priority (or a check mark if it was practiced today), its tempo
 * and goal, and the reason for its priority. The name of the part is a button that starts the routine at this part
 * (rules PX1, SE15).
 */
const PartRow = memo(function PartRow({ part, today, onStart }: PartRowProps) {
  const { t } = useTranslation('practice')
  const reasonText = usePriorityReasonText()
  const reason = useId()
  const color = priorityColor(priorityOf(part, today))
  const { currentTempo: bpm, endTempo: goal } = part

  return (
    <>
      {/* The spaces separate the words for screen readers; the grid collapses them. */}
      {isLastPracticedOn(part, today) ? (
        <span className={styles.done}>
          <Icon name="check" />
          {t('done')}
        </span>
      ) : (
        <PriorityDynamics color={color} className={styles.dynamics} />
      )}{' '}
      <button
        type="button"
        className={styles.name}
        translate="no"
        aria-describedby={reason}
        onClick={() => onStart({ kind: 'part', id: part.id })}
      >
        <PartLabel part={part} />
      </button>{' '}
      <Icon name="next" className={styles.go} />
      <VisuallyHidden>{t('tempos', { bpm, goal })} </VisuallyHidden>
      <span className={styles.tempos} translate="no" aria-hidden="true">
        <b>{bpm}</b>
        <TempoProgressLine share={bpm / goal} color={color} /> <b>{goal}</b>
      </span>{' '}
      <span id={reason} className={styles.reason}>
        {reasonText(priorityReasonOf(part, today))}
      </span>
    </>
  )
})
