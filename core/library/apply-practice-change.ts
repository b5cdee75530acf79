import {
  createRejectedOutcome,
  NO_EFFECT_OUTCOME,
  createWriteOutcome,
  type ChangeOfKind,
  type ChangeOutcome,
} from './change-outcome.ts'
import type { LibraryWithEntries } from './library.ts'
import { dayOf, type Day, type Timestamp } from './day.ts'
import { practiceDetails } from './entry-fields.ts'
import { stampOf, withEdit } from './merge.ts'
import type { Part, Practice } from './piece.ts'

/**
 * Computes the outcome of adding a practice entry to a part. The entry's tempo becomes the part's current tempo unless
 * a newer edit of that tempo is stored, and the part's time of last practice is updated. An entry of a run-through
 * (playing the whole piece once) leaves the part's tempo unchanged (rule LI23). A deleted part is updated as well,
 * because it may come back.
 */
export function applyPracticeAdd(
  library: LibraryWithEntries,
  { args, at }: ChangeOfKind<'practice.add'>,
): ChangeOutcome {
  const part = library.parts.get(args.partId)
  // A section that another device added to a deleted piece is rejected, but its practice entries are accepted.
  if (part === undefined && typeof library.pieces.get(args.pieceId)?.deletedAt !== 'number')
    return createRejectedOutcome('not-found')
  if (part !== undefined && part.pieceId !== args.pieceId) return createRejectedOutcome('not-found')
  if (library.practice.has(args.id)) return NO_EFFECT_OUTCOME
  const day = dayIfPlausible(args.day ?? null, at)
  const entry: Practice = { ...args, ...practiceDetails(args), day, at, retractedAt: null, revision: 0 }
  // The history keeps the entry even if its part is unknown or deleted (rule LI8). A deleted part may come back.
  if (part === undefined) return createWriteOutcome({ practice: [entry] })
  // A run-through is played at whatever tempo it goes at (rule LI23).
  const played = entry.runThroughId === null ? withEdit<Part>(part, { currentTempo: entry.tempo }, at) : part
  const practiced: Part = { ...played, lastPracticed: Math.max(part.lastPracticed ?? 0, at) }
  return createWriteOutcome({ parts: [practiced], practice: [entry] })
}

/**
 * Returns the day if it is plausible as the local day of the given time: the UTC day, the day before, or the day after.
 * Otherwise returns null (rule LI22).
 */
const dayIfPlausible = (day: Day | null, at: Timestamp): Day | null =>
  day !== null && Math.abs(day - dayOf(at, 0)) <= 1 ? day : null

/**
 * Computes the outcome of retracting a practice entry, which marks the entry as retracted. If the part still has the
 * current tempo that this entry set, resets it to the tempo in the change. If the part still has the time of last
 * practice that this entry set, resets it to that of the latest other practice. The change is rejected if the entry
 * does not exist, and has no effect if it is already retracted.
 */
export function applyPracticeRetract(
  library: LibraryWithEntries,
  { args, at }: ChangeOfKind<'practice.retract'>,
): ChangeOutcome {
  const entry = library.practice.get(args.id)
  if (entry === undefined) return createRejectedOutcome('not-found')
  if (entry.retractedAt !== null) return NO_EFFECT_OUTCOME
  const retracted: Practice = { ...entry, retractedAt: at }
  const part = library.parts.get(entry.partId)
  if (part === undefined) return createWriteOutcome({ practice: [retracted] })
  // Reverts only what this entry wrote; newer values stay (rule LI9).
  const wroteTempo =
    entry.runThroughId === null &&
    stampOf(part, 'currentTempo') === entry.at &&
    part.currentTempo === entry.tempo
  const wroteDay = part.lastPracticed === entry.at
  const returned: Part = {
    ...part,
    // Keeps the entry's stamp, because an edit made after it that has not arrived yet must still win.
    ...(wroteTempo && { currentTempo: args.currentTempo }),
    ...(wroteDay && { lastPracticed: lastPracticedWithout(library, entry, args.lastPracticed) }),
  }
  return createWriteOutcome({ parts: wroteTempo || wroteDay ? [returned] : [], practice: [retracted] })
}

/**
 * Returns when the part of an entry was last practiced apart from that entry: the later of `told`, the value that the
 * retracting device knew, and the entries of other devices. `told` is ignored if the entry it came from is retracted
 * too. Returns null if nothing is left.
 */
function lastPracticedWithout(
  library: LibraryWithEntries,
  entry: Practice,
  told: number | null,
): number | null {
  let last = told === null ? null : Math.min(told, entry.at)
  const others = [...library.practice.values()].filter(
    other => other.partId === entry.partId && other.id !== entry.id,
  )
  if (others.some(other => other.at === last && other.retractedAt !== null)) last = null
  for (const other of others) if (other.retractedAt === null) last = Math.max(last ?? 0, other.at)
  return last
}
