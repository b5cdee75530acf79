import type { Intention } from '#core/library/change.ts'
import {
  partsOfPieceWithDeleted,
  undeletedPieces,
  undeletedPartsOf,
  type LibraryWithNeededEntries,
} from '#core/library/library.ts'
import { dayAtUtcOffset, type Day } from '#core/library/day.ts'
import type { PracticeDetails, RunThroughId, Importance, Part } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { bpm, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import type { MusicianAct } from './steps.ts'

type PartAct =
  | 'practice'
  | 'practice-timed'
  | 'run-through'
  | 'rename-part'
  | 'set-tempo'
  | 'move-part'
  | 'delete-part'
type ActArgs<Act = MusicianAct> = { act: Act; which: number; value: number }

export function intentionForAct(
  { act, which, value }: ActArgs,
  view: LibraryWithNeededEntries,
  next: () => number,
): Intention | null {
  const goal = bpm(40 + value)
  const importance = ((value % 5) + 1) as Importance
  if (act === 'create') {
    const ids = Array.from({ length: 1 + (which % 4) }, () => partId(next()))
    const nameOf = (place: number) => (ids.length === 1 ? null : `Part ${place}`)
    const parts = ids.map((id, place) => ({ id, name: nameOf(place), currentTempo: bpm(60) }))
    const args = { id: pieceId(next()), name: `Piece ${value}`, importance, endTempo: goal, parts }
    return { kind: 'piece.create', args }
  }
  if (act === 'bring-back') {
    const deleted = [...view.pieces.values()].filter(piece => piece.deletedAt !== null).toSorted(byId)
    const piece = deleted[which % deleted.length]
    return piece === undefined ? null : { kind: 'piece.restore', args: { id: piece.id } }
  }
  // Sorted, so that a story selects the same rows with every server.
  const pieces = undeletedPieces(view).toSorted(byId)
  const piece = pieces[which % pieces.length]
  if (piece === undefined) return null
  const { id } = piece
  const parts = undeletedPartsOf(view, id)
  const part = parts[value % parts.length]
  const entries = [...view.practice.values()].filter(entry => entry.retractedAt === null).toSorted(byId)
  const entry = entries[which % entries.length]
  switch (act) {
    case 'rename':
      return { kind: 'piece.patch', args: { id, name: `Name ${value}` } }
    case 'set-goal':
      return { kind: 'piece.patch', args: { id, endTempo: goal } }
    case 'set-urgency':
      return { kind: 'piece.patch', args: { id, importance } }
    case 'set-date': {
      const performOn = value % 3 === 0 ? null : ((20_000 + value) as Day)
      return { kind: 'piece.patch', args: { id, performOn } }
    }
    case 'hold':
      return { kind: 'piece.patch', args: { id, onHold: value % 2 === 0 } }
    case 'delete':
      return { kind: 'piece.delete', args: { id } }
    case 'add-part': {
      const args = { id: partId(next()), pieceId: id, name: `New ${value}`, currentTempo: goal }
      return { kind: 'part.add', args }
    }
    case 'retract':
      if (entry === undefined) return null
      return { kind: 'practice.retract', args: { id: entry.id, currentTempo: goal, lastPracticed: null } }
    case 'bring-part-back': {
      const deleted = partsOfPieceWithDeleted(view, id).filter(({ deletedAt }) => deletedAt !== null)
      const restored = deleted.toSorted(byId)[value % deleted.length]
      return restored === undefined ? null : { kind: 'part.restore', args: { id: restored.id, pieceId: id } }
    }
    default:
      return part === undefined ? null : partIntention(part, { act, which, value }, next)
  }
}

function partIntention(part: Part, { act, which, value }: ActArgs<PartAct>, next: () => number): Intention {
  switch (act) {
    case 'practice':
      // Up to 228: the slider runs past the goal.
      return practiceOf(part, next(), bpm(60 + value))
    case 'practice-timed':
      return practiceOf(part, next(), bpm(60 + value), {
        seconds: 1 + value,
        // Some of these days are too far from the entry's stamp to be stored.
        day: (dayAtUtcOffset(NOON, 0) + (value % 7)) as Day,
        ...(which % 2 === 0 && { plannedSeconds: 60 + value, firstTryClean: value % 2 === 0 }),
      })
    case 'run-through': {
      const runThroughId = practiceId(next()) as string as RunThroughId
      return practiceOf(part, next(), part.currentTempo, { runThroughId })
    }
    case 'rename-part':
      return { kind: 'part.patch', args: { id: part.id, name: `Called ${value}` } }
    case 'set-tempo':
      return { kind: 'part.patch', args: { id: part.id, currentTempo: bpm(40 + value) } }
    case 'move-part':
      return { kind: 'part.patch', args: { id: part.id, position: which % 5 } }
    case 'delete-part':
      return { kind: 'part.delete', args: { id: part.id } }
  }
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

const practiceOf = (
  { id: partId, pieceId }: Part,
  number: number,
  tempo: Bpm,
  details: Partial<PracticeDetails> = {},
): Intention => ({
  kind: 'practice.add',
  args: { id: practiceId(number), pieceId, partId, tempo, ...details },
})
