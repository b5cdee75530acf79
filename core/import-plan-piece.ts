import type { ExportedPart, ExportedPiece, ExportedPractice } from './export-format.ts'
import type { Placed } from './import-export.ts'
import { faultOfName, type EntryFaultCode } from './import-fault.ts'
import { pieceIdHere } from './import-id-here.ts'
import { planHistory, planPart, type MakePart } from './import-plan-part.ts'
import { isHere, restsSince, tell, type Planning, type WantedPart } from './import-planning.ts'
import { wantedParts } from './import-wanted-parts.ts'
import { parseImportance, type ClickSettings, type Importance, type PartId, type PieceId } from './piece.ts'
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

function faultOf(row: ExportedPiece, wanted: readonly WantedPart[]): EntryFaultCode | null {
  const fault = faultOfName(row.name)
  if (fault !== null) return fault
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
