import { randomUUID } from 'node:crypto'
import { nanoid } from 'nanoid'
import type { Change, ChangeId } from '#core/library/change.ts'
import type {
  Importance,
  PartId,
  PracticeDetails,
  PieceFields,
  PieceId,
  PracticeEntryId,
} from '#core/library/piece.ts'
import { aChange, bpm } from './builders.ts'

// The ids of these changes are random, because all tests of a database engine share one database.

export const randomPieceId = () => randomUUID() as PieceId
export const randomPartId = () => nanoid<PartId>(21)
export const randomPracticeId = () => randomUUID() as PracticeEntryId
const newChangeId = () => randomUUID() as ChangeId

type Envelope = { id?: ChangeId; at?: number }
const fresh = (envelope: Envelope): Envelope => ({ id: newChangeId(), ...envelope })

type NewPiece = Envelope & {
  pieceId?: PieceId
  partIds?: PartId[]
  name?: string
  importance?: Importance
  goal?: number
}

export function createPiece({
  pieceId = randomPieceId(),
  partIds = [randomPartId()],
  ...more
}: NewPiece = {}) {
  const { name = 'Gigue', importance = 3, goal = 120, ...envelope } = more
  const parts = partIds.map((id, index) => ({
    id,
    name: partIds.length === 1 ? null : `Section ${index + 1}`,
    currentTempo: bpm(80),
  }))
  const args = { id: pieceId, name, importance, endTempo: bpm(goal), parts }
  return aChange({ kind: 'piece.create', args }, fresh(envelope))
}

export const patchPiece = (
  id: PieceId,
  { at, ...fields }: { at?: number; goal?: number } & Partial<Omit<PieceFields, 'endTempo'>>,
) => {
  const { goal, ...rest } = fields
  const args = { id, ...rest, ...(goal !== undefined && { endTempo: bpm(goal) }) }
  return aChange({ kind: 'piece.patch', args }, fresh(at === undefined ? {} : { at }))
}

export const deletePiece = (id: PieceId, envelope: Envelope = {}) =>
  aChange({ kind: 'piece.delete', args: { id } }, fresh(envelope))

export const restorePiece = (id: PieceId) => aChange({ kind: 'piece.restore', args: { id } }, fresh({}))

export const addPart = (
  pieceId: PieceId,
  { id = randomPartId(), name = 'Coda' }: { id?: PartId; name?: string } = {},
) => aChange({ kind: 'part.add', args: { id, pieceId, name, currentTempo: bpm(80) } }, fresh({}))

export const patchPart = (
  id: PartId,
  { at, ...fields }: { at?: number; name?: string; tempo?: number; position?: number },
) => {
  const { tempo, ...rest } = fields
  const args = { id, ...rest, ...(tempo !== undefined && { currentTempo: bpm(tempo) }) }
  return aChange({ kind: 'part.patch', args }, fresh(at === undefined ? {} : { at }))
}

export const deletePart = (id: PartId, envelope: Envelope = {}) =>
  aChange({ kind: 'part.delete', args: { id } }, fresh(envelope))

export const restorePart = (pieceId: PieceId, id: PartId) =>
  aChange({ kind: 'part.restore', args: { id, pieceId } }, fresh({}))

export const addPracticeEntry = (
  pieceId: PieceId,
  partId: PartId,
  {
    id = randomPracticeId(),
    tempo = 90,
    at,
    details = {},
  }: { id?: PracticeEntryId; tempo?: number; at?: number; details?: Partial<PracticeDetails> } = {},
) =>
  aChange(
    { kind: 'practice.add', args: { id, pieceId, partId, tempo: bpm(tempo), ...details } },
    fresh(at === undefined ? {} : { at }),
  )

export const retractPractice = (
  id: PracticeEntryId,
  {
    at,
    tempo = 80,
    lastPracticed = null,
  }: { at?: number; tempo?: number; lastPracticed?: number | null } = {},
): Change =>
  aChange(
    { kind: 'practice.retract', args: { id, currentTempo: bpm(tempo), lastPracticed } },
    fresh(at === undefined ? {} : { at }),
  )

/** The request body of a sync by a device that has no rows yet. */
export const syncRound = (changes: readonly unknown[] = [], clientNow = Date.now()) => ({
  clientId: 'a device',
  schema: 1,
  epoch: null,
  clientNow,
  since: 0,
  entriesSince: 0,
  changes,
})
