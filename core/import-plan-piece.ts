import type { ExportedPart, ExportedPiece, ExportedPractice } from './export-format.ts'
import { derivedPartId, derivedPieceId } from './import-derived-id.ts'
import type { Placed } from './import-export.ts'
import type { EntryFaultCode } from './import-fault.ts'
import { planHistory, planPart, type MakePart } from './import-plan-part.ts'
import { isHere, restsSince, tell, type Planning, type WantedPart } from './import-planning.ts'
import {
  faultOfPieceName,
  parseImportance,
  type ClickSettings,
  type Importance,
  type PartId,
  type PieceId,
} from './piece.ts'
import { parseGoal, type Bpm } from './tempo.ts'

/** Plans one piece with its sections, which come together, and then its history. */
export function planPiece(
  planning: Planning,
  piece: Placed<ExportedPiece>,
  parts: readonly Placed<ExportedPart>[],
  practice: readonly Placed<ExportedPractice>[],
): void {
  const { report, trial, library } = planning
  const { row } = piece
  const missing = practice.filter(({ row }) => !isHere(planning, row))
  report.known.practice += practice.length - missing.length
  // Of what was deleted only the history is wanted.
  if (row.deletedAt !== null && missing.length === 0) return
  const id = pieceIdHere(planning, row)
  const isThere = library.pieces.has(id)
  if (isThere && row.deletedAt === null) report.known.pieces += 1
  const wanted = wantedParts(planning, id, row, parts, missing)
  trial.goTo(id)
  if (!isThere) {
    const fault = faultOf(row, wanted)
    if (fault !== null) return tell(planning, 'pieces', piece, fault)
  }
  const outcome = trial.together(() => planWhole(planning, id, row, wanted, isThere))
  if (outcome === 'refused') report.refused.practice += missing.length
  if (outcome !== 'done') return
  // A piece that is deleted here too takes the entries of sections that it has not.
  const isGone = row.deletedAt !== null && library.pieces.get(id)?.deletedAt !== null
  for (const part of wanted)
    if (isGone || trial.part(part.id) !== undefined) planHistory(planning, id, part)
    else if (row.deletedAt === null) report.refused.practice += part.missing.length
  planStray(planning, id, row, wanted, missing)
}

/** The piece, its sections, and their deletions where they were deleted. */
function planWhole(
  planning: Planning,
  id: PieceId,
  row: ExportedPiece,
  wanted: readonly WantedPart[],
  isThere: boolean,
): 'done' | 'refused' | 'invalid' {
  const { trial, report } = planning
  // To a piece that was deleted here a history can be added, and nothing else.
  if (isThere && row.deletedAt !== null) return 'done'
  let isMade = isThere
  const toDelete: WantedPart[] = []
  for (const part of wanted) {
    const step = planPart(planning, id, part, isMade ? null : madeWith(planning, id, row, part))
    if (step === 'refused' && !isMade) {
      report.refused.sections += wanted.filter(other => other !== part && other.isSection).length
      if (row.deletedAt !== null) return 'refused'
      report.refused.pieces += 1
      report.names.refused.push(row.name)
      return 'refused'
    }
    if (step !== 'done') continue
    isMade = true
    if (
      part.placed.row.deletedAt !== null &&
      trial.part(part.id)?.deletedAt === null &&
      !wasHere(planning, part)
    )
      toDelete.push(part)
    // The last section of a piece cannot be deleted, so one waits until the next is there.
    if (row.deletedAt === null) deleteParts(planning, id, toDelete)
  }
  if (!isMade) return 'invalid'
  if (isThere) return 'done'
  if (row.deletedAt !== null) {
    trial.try({ kind: 'piece.delete', args: { id } }, row.deletedAt)
    return 'done'
  }
  restamp(planning, id, row, wanted)
  report.added.pieces += 1
  report.names.added.push(row.name)
  if (id !== row.id) report.returning += 1
  return 'done'
}

const madeWith =
  ({ trial }: Planning, id: PieceId, row: ExportedPiece, first: WantedPart): MakePart =>
  currentTempo => {
    const { name, importance, endTempo } = row
    const parts = [{ id: first.id, name: first.placed.row.name, currentTempo }]
    const args = { id, name, importance: importance as Importance, endTempo: endTempo as Bpm, parts }
    return trial.try({ kind: 'piece.create', args }, createdAtOf(row, first))
  }

function deleteParts({ trial }: Planning, id: PieceId, parts: WantedPart[]): void {
  while (parts.length > 0 && trial.living(id).length > 1) {
    const gone = parts.shift()
    if (gone === undefined) return
    trial.try({ kind: 'part.delete', args: { id: gone.id } }, gone.placed.row.deletedAt)
  }
}

const wasHere = ({ library }: Planning, part: WantedPart) => library.parts.has(part.id)

/** Entries without a section: devices that never heard of a deletion have them, and a deleted piece takes them. */
function planStray(
  planning: Planning,
  id: PieceId,
  row: ExportedPiece,
  wanted: readonly WantedPart[],
  missing: readonly Placed<ExportedPractice>[],
): void {
  const known = new Set<string>(wanted.map(({ placed }) => placed.row.id))
  const strays = missing.filter(entry => !known.has(entry.row.partId))
  if (row.deletedAt === null) {
    for (const stray of strays) tell(planning, 'practice', stray, 'piece-unknown')
    return
  }
  const [any] = wanted
  for (const [partId, entries] of Map.groupBy(strays, ({ row }) => row.partId))
    if (any !== undefined) planHistory(planning, id, { ...any, id: partId as PartId, missing: entries })
}

/** The sections that live, and those with entries that are not here; first the one that the piece is made with. */
function wantedParts(
  planning: Planning,
  pieceId: PieceId,
  piece: ExportedPiece,
  parts: readonly Placed<ExportedPart>[],
  missing: readonly Placed<ExportedPractice>[],
): WantedPart[] {
  const byPart = Map.groupBy(missing, ({ row }) => row.partId)
  const all = parts.map(placed => ({
    placed,
    id: partIdHere(planning, pieceId, placed.row),
    isSection: piece.deletedAt === null && placed.row.deletedAt === null && placed.row.name !== null,
    missing: byPart.get(placed.row.id) ?? [],
  }))
  const wanted = all.filter(({ placed, missing }) => placed.row.deletedAt === null || missing.length > 0)
  const isAsOld = ({ placed }: WantedPart) => placed.row.createdAt === piece.createdAt
  // Sections can be younger than their piece; then it is made with one that was deleted since.
  const first = wanted.some(isAsOld) ? undefined : all.find(isAsOld)
  const isFirst = ({ placed: { row } }: WantedPart) =>
    row.name === null ? 0 : row.deletedAt !== null ? 1 : 2
  return [
    ...(first === undefined || piece.deletedAt !== null ? [] : [first]),
    ...wanted,
    ...(wanted.length === 0 ? all.slice(0, 1) : []),
  ].toSorted(
    (a, b) =>
      isFirst(a) - isFirst(b) ||
      a.placed.row.position - b.placed.row.position ||
      a.placed.number - b.placed.number,
  )
}

function faultOf(row: ExportedPiece, wanted: readonly WantedPart[]): EntryFaultCode | null {
  const fault = faultOfPieceName(row.name)
  if (fault !== null) return fault === 'required' ? 'name-missing' : `name-${fault}`
  if (parseGoal(row.endTempo) === null) return 'goal'
  if (parseImportance(row.importance) === null) return 'urgency'
  return wanted.length === 0 ? 'section-missing' : null
}

/** A section that is younger than its piece must not grow old by it: how long it has rested counts from there. */
const createdAtOf = (row: ExportedPiece, first: WantedPart) =>
  first.placed.row.deletedAt === null ? Math.max(row.createdAt, restsSince(first)) : row.createdAt

/** Fields that were edited after the piece was made are edited again, at their own times. */
function restamp({ trial }: Planning, id: PieceId, row: ExportedPiece, wanted: readonly WantedPart[]): void {
  const createdAt = wanted[0] === undefined ? row.createdAt : createdAtOf(row, wanted[0])
  const edits = [
    { at: row.nameAt, fields: { name: row.name } },
    { at: row.importanceAt, fields: { importance: row.importance as Importance } },
    { at: row.endTempoAt, fields: { endTempo: row.endTempo as Bpm } },
  ].filter(({ at }) => at > createdAt)
  const click = { at: Math.max(row.clickAt, createdAt), fields: { click: row.click as ClickSettings | null } }
  // A piece is made without settings of its click.
  const hasClick = row.click !== null || row.clickAt > createdAt
  for (const { at, fields } of hasClick ? [...edits, click] : edits)
    trial.try({ kind: 'piece.patch', args: { id, ...fields } }, at)
}

/**
 * Under which id a piece of the file is here, or comes: its own, unless that was deleted here. A device that began
 * after a deletion has never heard of it; but then the file is the user's own, or there is a history without a piece.
 */
function pieceIdHere({ library, trial, isOwn }: Planning, row: ExportedPiece): PieceId {
  const id = row.id as PieceId
  const here = library.pieces.get(id)
  if (here !== undefined && (here.deletedAt === null || row.deletedAt !== null)) return id
  if (here === undefined && !isOwn && !trial.wasPracticed(id)) return id
  for (let time = 1; ; time += 1) {
    const next = derivedPieceId(id, time)
    if (typeof library.pieces.get(next)?.deletedAt !== 'number') return next
  }
}

/** The same for a section. In a piece that comes back all of them get new ids: the old ones belong to the old piece. */
function partIdHere({ library, isOwn }: Planning, pieceId: PieceId, part: ExportedPart): PartId {
  const id = part.id as PartId
  const known = library.parts.get(id)
  if (known?.pieceId === pieceId && (known.deletedAt === null || part.deletedAt !== null)) return id
  const isFree = known === undefined && !(isOwn && library.pieces.has(pieceId))
  if (isFree && pieceId === part.pieceId) return id
  for (let time = 1; ; time += 1) {
    const next = derivedPartId(`${id}${pieceId}` as PartId, time)
    if (typeof library.parts.get(next)?.deletedAt !== 'number') return next
  }
}
