import type { Change, ChangeId, Intention } from '#core/library/change.ts'
import { changeKindDefinition, applyChange } from '#core/library/apply-change.ts'
import type { Timestamp } from '#core/library/day.ts'
import {
  createMutableCopy,
  setRows,
  type LibraryWithEntries,
  undeletedPieces,
  undeletedPartsOf,
  type Library,
} from '#core/library/library.ts'
import { nextEditStamp } from '#core/library/merge.ts'
import { addsPiecesOrParts, admitChange } from '#core/plan/plan.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import type { Practice, PracticeEntryId, PieceId } from '#core/library/piece.ts'
import type { DeviceCopy } from './device-copy.ts'
import type { PendingRow } from './local-database.ts'

/**
 * Result of `prepareChanges`, which accepts either all changes or none. 'prepared' contains the changes to store, the
 * library after they are applied (`view`), and the newest edit time on this device including theirs. 'rejected' contains
 * the code of the rule that forbids one of the changes.
 */
export type PrepareChangesResult =
  | { kind: 'prepared'; changes: readonly Change[]; view: LibraryWithEntries; newest: Timestamp }
  | { kind: 'rejected'; code: RejectionCode }

/**
 * Converts intentions (actions of the user) to changes with ids and with edit times that are newer than all known ones.
 * Applies the same rules as the server. If a rule forbids one of the changes, prepares none of them (rules ST1, ME1).
 *
 * @param now this device's clock, in milliseconds
 * @param ids one per intention, created by the caller, so that a retry produces the same changes
 * @param times when each intention was first carried out, in ms of the server's clock; null or undefined means now
 */
export function prepareChanges(
  copy: DeviceCopy,
  intentions: readonly Intention[],
  now: Timestamp,
  ids: readonly ChangeId[],
  times: readonly (Timestamp | null)[] = [],
): PrepareChangesResult {
  const changes: Change[] = []
  const view = createMutableCopy(copy.view)
  let { newest } = copy
  for (const [index, intention] of intentions.entries()) {
    const id = ids[index]
    if (id === undefined) throw new Error('one id for each intention')
    const stamp = nextEditStamp(now + copy.position.clockOffset, newest)
    const past = times[index] ?? null
    // An imported change keeps its old stamp, and newer changes need not follow it (rule EX9).
    if (past === null) newest = stamp
    const when = past === null ? { at: stamp } : { at: Math.min(past, stamp), original: true as const }
    const change: Change = { ...tidied(intention), id, ...when }
    const outcome = applyChange(view, change)
    if (outcome.kind === 'rejected') return outcome
    if (addsPiecesOrParts(view, outcome.rows)) {
      const admission = admitChange(change, countsForPlanLimits(view), copy.position.role)
      if (admission.kind === 'rejected') return { kind: 'rejected', code: admission.because }
    }
    setRows(view, outcome.rows)
    changes.push(change)
  }
  return { kind: 'prepared', changes, view, newest }
}

// Normalizes names as the server does, so that this device shows them unchanged after a sync.
const tidied = (intention: Intention): Intention =>
  // The spread keeps kind and arguments together, which the compiler cannot infer here.
  ({
    ...intention,
    args: changeKindDefinition(intention).withTidyNames?.(intention.args) ?? intention.args,
  }) as Intention

/** Returns the ids of the entries that intentions retract. They are not in memory once the server has confirmed them. */
export const retractedIds = (intentions: readonly Intention[]): PracticeEntryId[] =>
  intentions.flatMap(({ kind, args }) => (kind === 'practice.retract' ? [args.id] : []))

/** Returns the copy with entries of the stored log, so that changes that retract them can be prepared. */
export function withStoredEntries(copy: DeviceCopy, stored: readonly (Practice | undefined)[]): DeviceCopy {
  const entries = stored.filter(entry => entry !== undefined).map(entry => [entry.id, entry] as const)
  const practice = new Map([...entries, ...copy.view.practice])
  return entries.length === 0 ? copy : { ...copy, view: { ...copy.view, practice } }
}

/** Returns what the outbox keeps with a retraction: the entry as it was before, so that a replay need not read it. */
export function entryOfRetraction(
  change: Change,
  { practice }: LibraryWithEntries,
): Pick<PendingRow, 'entry'> {
  const entry = change.kind === 'practice.retract' ? practice.get(change.args.id) : undefined
  return entry === undefined ? {} : { entry: { ...entry, retractedAt: null } }
}

/**
 * Returns the counts that the Free plan limits: the number of pieces, and the number of parts of a given piece. Deleted
 * pieces and parts do not count. Each number is computed only when it is read.
 */
const countsForPlanLimits = (library: Library) => ({
  get pieces() {
    return undeletedPieces(library).length
  },
  partsOf: (pieceId: PieceId) => undeletedPartsOf(library, pieceId).length,
})
