import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Intention } from '#core/library/change.ts'
import type { GetLocalDay, Timestamp } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import { type PartId, type PracticeDetails, type PracticeEntryId } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { reduceRoutine, type RoutineEvent } from '#core/practice/routine-reducer.ts'
import {
  currentPart,
  findRoutinePart,
  isSameTempoAlreadySaved,
  findPartWithUndoableSave,
  createIdleRoutine,
  type PartBeforeSave,
  type QueuedPart,
  type Routine,
  type SavedPracticeEntry,
  savedEntryIds,
  secondsToSave,
  routineViewKind,
  plannedMinutesOfPart,
  type UndoableSave,
} from '#core/practice/routine.ts'
import { wasFirstTryOfDayClean } from '#core/practice/tempo-trainer.ts'
import { useAnalytics } from '#web/analytics/analytics.ts'
import { thenWhileMounted } from '#web/concurrency/waiting.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { localDay } from '#web/device/calendar.ts'
import { showErrorToast, showSuccessToast, showUndoToast } from '#web/kit/toast/show-toast.tsx'
import { serverClockNow } from '#web/store/clock.ts'
import { useLibraryServices } from '#web/store/library-services.ts'
import { readEntriesById, readRetractedIdsAmong, useRetractedIdsAmong } from '#web/store/entry-log.ts'
import { parseResumableRoutineOrIdle, getRoutineRepository } from '#web/store/routine-repository.ts'
import { newPracticeEntryId, recordChanges } from '#web/store/record-change.ts'
import type { RecordChangeResult, RecordOptions } from '#web/store/store-interface.ts'
import { renderInTempoViewTransition } from './gliding-tempo.ts'

export type RoutineControl = ReturnType<typeof useRoutine>

type PlanRecord = (
  routine: Routine,
  at: Timestamp,
) => {
  readonly intentions: readonly Intention[]
  readonly event: RoutineEvent
  readonly times?: RecordOptions['times']
}

/** The returned `routine` is null until the stored one is read, even if `initial` then starts another. */
export function useRoutine(library: Library, initial: RoutineEvent | null) {
  const { t } = useTranslation('practice')
  const { trackEvent } = useAnalytics()
  const device = useLibraryServices()
  const now = () => serverClockNow(device.store.get())
  const [slot] = useState(() => getRoutineRepository(device.store.get()))
  const [stored, setStored] = useState<Routine | null>(null)
  const retracted = useRetractedIdsAmong(stored === null ? [] : savedEntryIds(stored))
  // Storing must not wait for React's next render, and reports of activity do not render.
  const latest = useRef(createIdleRoutine(0))
  const rendered = useRef<() => void>(undefined)

  const withLibrary = (routine: Routine, undone = retracted) =>
    reduceRoutine(routine, { kind: 'library', library, retracted: undone }, routine.changedAt)

  function show(routine: Routine) {
    const before = latest.current
    latest.current = routine
    const [from, to] = [routineViewKind(before), routineViewKind(routine)]
    const set = () => setStored(latest.current)
    // In a transition, what is shown stays until the code of a step or of the summary has come.
    const render = () => (to !== 'overview' && to !== from ? startTransition(set) : set())
    const isSameScreen = from === to && currentPart(before)?.partId === currentPart(routine)?.partId
    if (stored === null || isSameScreen) return render()
    const { promise, resolve } = Promise.withResolvers<void>()
    rendered.current = resolve
    renderInTempoViewTransition((routine.queue[routine.index] ?? currentPart(before))?.partId, () => {
      render()
      return promise
    })
  }

  const noteRendered = useEffectEvent((_routine: Routine | null) => rendered.current?.())
  useLayoutEffect(() => noteRendered(stored), [stored])

  const resume = useEffectEvent((read: Routine, undone: ReadonlySet<PracticeEntryId>) => {
    const routine = withLibrary(read, undone)
    show(routine)
    if (initial !== null) return void dispatch(initial)
    const last = routineViewKind(routine) === 'overview' ? null : findPartWithUndoableSave(routine)
    if (last?.saved != null) offerTempoUndo(last, last.saved)
  })

  useEffect(() => {
    const read = slot.read().then(async routine => {
      const undone = await readRetractedIdsAmong(device.store.get(), savedEntryIds(routine))
      return () => resume(routine, undone)
    })
    // In a transition, React renders the first list in short tasks and lets presses through.
    return thenWhileMounted(read, startTransition)
  }, [slot, device])

  // The library would drop what another tab has corrected, with the time and the tempo.
  const after = (event: RoutineEvent) =>
    reduceRoutine(event.kind === 'other-tab' ? latest.current : withLibrary(latest.current), event, now())

  function dispatch(event: RoutineEvent): Routine {
    const before = latest.current
    if (event.kind === 'activity') return (latest.current = reduceRoutine(before, event, now()))
    const routine = after(event)
    if (routine === before) return routine
    show(routine)
    slot.keep(routine)
    // A routine may be started in the millisecond in which an idle one was created.
    const isSame = before.queue.length > 0 && routine.startedAt === before.startedAt
    if (!isSame && routine.queue.length > 0) trackEvent({ name: 'start_practice' })
    // Counted once, even if the user comes back to the end with Back and Forward (rule AN9).
    if (isSame && routine.hasEnded && !before.hasEnded) trackEvent({ name: 'finish_practice' })
    return routine
  }

  async function record(plan: PlanRecord): Promise<RecordChangeResult> {
    const { intentions, event, times } = plan(withLibrary(latest.current), now())
    const recorded = await slot.record(intentions, after(event), times)
    // Applied again, because the user may have continued while it was being stored.
    if (recorded.kind === 'saved') dispatch(event)
    return recorded
  }

  async function takeOver(): Promise<Routine> {
    const recorded = await slot.readRecorded()
    const undone = await readRetractedIdsAmong(device.store.get(), savedEntryIds(recorded))
    return withLibrary(dispatch({ kind: 'other-tab', other: withLibrary(recorded, undone) }))
  }

  const takeCorrections = useEffectEvent(takeOver)
  useEffect(() => {
    if (retracted.size > 0) void takeCorrections()
  }, [retracted])

  /** First reads what other tabs have saved, so that a step is never saved twice (rule PX6). */
  async function save(partId: PartId, tempo: Bpm): Promise<RecordChangeResult> {
    const routine = await takeOver()
    const part = currentPart(routine)
    // The user has left the step meanwhile.
    if (part?.partId !== partId) return { kind: 'saved' }
    const known = library.parts.get(partId)
    if (isSameTempoAlreadySaved(part, tempo, known)) {
      dispatch({ kind: 'skip' })
      return { kind: 'saved' }
    }
    const before = {
      currentTempo: known?.currentTempo ?? part.startTempo,
      lastPracticed: known?.lastPracticed ?? null,
    }
    const saved = { practiceId: newPracticeEntryId(), tempo, before }
    const recorded = await record((current, at) => {
      const entry = { ...saved, details: createPracticeDetails(current, part, before, at, localDay) }
      return { intentions: [additionOf(part, entry)], event: { kind: 'saved', part, entry } }
    })
    if (recorded.kind === 'saved') offerTempoUndo(part, saved)
    return recorded
  }

  async function correct(partId: PartId, tempo: Bpm) {
    const part = findRoutinePart(await takeOver(), partId)
    const saved = part?.saved ?? null
    if (part === undefined || saved === null || saved.tempo === tempo) return
    const entry = { ...saved, practiceId: newPracticeEntryId(), tempo }
    const [old] = await readEntriesById(device.store.get(), [saved.practiceId])
    const recorded = await record(() => ({
      intentions: [retractionOf(saved), additionOf(part, entry)],
      times: [null, old?.at ?? null],
      event: { kind: 'corrected', part: partId, entry },
    }))
    if (recorded.kind === 'saved') showSuccessToast(savedText(part, tempo))
    else showErrorToast()
  }

  const savedText = ({ piece, name }: QueuedPart, bpm: Bpm) => t('saved', { part: name ?? piece, bpm })

  function offerUndo(saved: string, saves: readonly UndoableSave[], part: PartId | null = null) {
    showUndoToast(saved, () => void takeBack(saves, part))
  }

  function offerTempoUndo(part: QueuedPart, saved: Omit<SavedPracticeEntry, 'details'>) {
    offerUndo(savedText(part, saved.tempo), [saved], part.partId)
  }

  /** `saves` are those of `part`; null means a run-through. A routine past its last part returns to it. */
  async function takeBack(saves: readonly UndoableSave[], part: PartId | null) {
    const recorded = await recordChanges(device, saves.map(retractionOf))
    // At a step, the routine reads from the library that a part is unsaved again.
    if (recorded.kind !== 'saved') showErrorToast()
    else dispatch({ kind: 'undone', part, entries: saves.map(({ practiceId }) => practiceId) })
  }

  const comeBack = useEffectEvent(() => {
    const isBack = document.visibilityState === 'visible'
    if (isBack && stored !== null) show(parseResumableRoutineOrIdle(latest.current, now()))
  })

  useEffect(() => {
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [])

  const routine = stored && withLibrary(stored)
  useBlockReload(routine !== null && routineViewKind(routine) === 'step')

  return { routine, dispatch, save, record, correct, takeBack, offerUndo }
}

const additionOf = (
  { partId, pieceId }: QueuedPart,
  { practiceId: id, tempo, details }: SavedPracticeEntry,
): Intention => ({ kind: 'practice.add', args: { id, pieceId, partId, tempo, ...details } })

const retractionOf = ({
  practiceId: id,
  before: { currentTempo, lastPracticed },
}: UndoableSave): Intention => ({ kind: 'practice.retract', args: { id, currentTempo, lastPracticed } })

export function createPracticeDetails(
  routine: Routine,
  { partId, trainer }: QueuedPart,
  before: PartBeforeSave,
  at: Timestamp,
  calendar: GetLocalDay,
): Partial<PracticeDetails> {
  const day = calendar(at)
  const minutes = plannedMinutesOfPart(routine.timed, partId)?.minutes ?? null
  const last = before.lastPracticed === null ? null : calendar(before.lastPracticed)
  return {
    seconds: secondsToSave(routine, partId, at),
    plannedSeconds: minutes && minutes * 60,
    day,
    firstTryClean: wasFirstTryOfDayClean(trainer, before, last, day),
  }
}
