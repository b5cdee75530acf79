import type { Intention } from '#core/library/change.ts'
import type { Day } from '#core/library/day.ts'
import {
  MAX_PRACTICE_SECONDS,
  type Part,
  type PracticeEntryId,
  type RunThroughId,
} from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { isLastPracticedOn, type PracticePart } from '#core/practice/priority.ts'
import { allParts, minutesLeftOfTimeLimit, routineViewKind, type Routine } from '#core/practice/routine.ts'
import { moveRecentlyPracticedPartsLast } from './timed-session.ts'

const ONE_MORE_MINUTES = 4

/** Returns null if no part is left to add, or less than four minutes of the time limit (TS8). */
export function findExtraPart(routine: Routine, partsByPriority: readonly PracticePart[], today: Day) {
  const { timed } = routine
  const minutes = Math.floor(minutesLeftOfTimeLimit(routine))
  if (timed === null || routineViewKind(routine) !== 'finished' || minutes < ONE_MORE_MINUTES) return null
  const had = new Set(allParts(routine).map(({ partId }) => partId))
  const part = moveRecentlyPracticedPartsLast(partsByPriority, today, timed.lastPracticeDay).find(
    ({ id }) => !had.has(id),
  )
  return part === undefined ? null : { part, minutes }
}

/** Includes parts that the session has dropped for lack of time. Keeps the order of `parts` (rule TS8). */
export function findPartsNotReached(
  { queue, gone, index, timed }: Routine,
  parts: readonly PracticePart[],
  today: Day,
): PracticePart[] {
  const shown = queue.filter(({ saved }, step) => step <= index || saved !== null)
  const reached = new Set([...shown, ...gone].map(({ partId }) => partId))
  const chosen = new Set(timed?.blocks.map(({ partId }) => partId))
  return parts.filter(part => chosen.has(part.id) && !reached.has(part.id) && !isLastPracticedOn(part, today))
}

export type RunThroughToSave = {
  readonly id: RunThroughId
  readonly answer: { readonly isClean: boolean; readonly tempo: Bpm | null }
  readonly seconds: number
  readonly day: Day
  readonly entries: readonly { readonly id: PracticeEntryId; readonly part: Part }[]
}

/** `seconds` is the time of the whole run-through; each part's entry gets an equal share (rule PF4). */
export function createRunThroughEntryIntentions({
  id: runThroughId,
  answer,
  seconds,
  day,
  entries,
}: RunThroughToSave): Extract<Intention, { kind: 'practice.add' }>[] {
  return entries.map(({ id, part }, index) => {
    const share = Math.floor(seconds / entries.length) + (index < seconds % entries.length ? 1 : 0)
    const args = {
      id,
      pieceId: part.pieceId,
      partId: part.id,
      tempo: answer.tempo ?? part.currentTempo,
      ...(share > 0 && { seconds: Math.min(share, MAX_PRACTICE_SECONDS) }),
      day,
      firstTryClean: answer.isClean,
      runThroughId,
    }
    return { kind: 'practice.add' as const, args }
  })
}
