import type { ExportedPiece, ExportedPartRow, ExportedPracticeEntry } from './export-format.ts'
import type { ImportedLibrary, NumberedRow } from './read-json-export.ts'
import {
  isEntryInLibrary,
  addImportRowFault,
  DryRunLibrary,
  importedPartCreatedAt,
  type ImportPlanningState,
  type TriedChangeStatus,
  type PartWithMissingEntries,
} from './dry-run-library.ts'
import {
  createImportReportWithFaults,
  findImportedPieceNameFault,
  type ImportPlan,
  type ImportRowFaultCode,
} from './import-plan.ts'
import type { LibraryWithNeededEntries } from '#core/library/library.ts'
import { parseImportance, type PieceId, type PieceFields, type PartId } from '#core/library/piece.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { planMissingEntriesOfPart, addPartToImportPlan } from './import-plan-part.ts'
import { fieldSchema } from '#core/library/field-schemas.ts'
import { PIECE_FIELDS, type AnyFieldSpecs } from '#core/library/fields.ts'
import { parseGoalBpm, type Bpm } from '#core/music/tempo.ts'

export function planLibraryImport(
  file: ImportedLibrary,
  library: LibraryWithNeededEntries,
  role: StripeRoleOrUnknown,
): ImportPlan {
  const dryRun = new DryRunLibrary(library, role)
  const report = createImportReportWithFaults(file.faults)
  const planning: ImportPlanningState = { dryRun, library, report }
  const parts = Map.groupBy(file.parts, ({ row }) => row.pieceId)
  const practice = Map.groupBy(file.practice, ({ row }) => row.pieceId)
  for (const piece of file.pieces.toSorted(compareImportOrder)) {
    const id = piece.row.id as PieceId
    addPieceToImportPlan(planning, piece, parts.get(id) ?? [], practice.get(id) ?? [])
    parts.delete(id)
    practice.delete(id)
  }
  for (const part of [...parts.values()].flat()) addImportRowFault(planning, 'parts', part, 'piece-unknown')
  // Entries of a piece that was deleted so long ago that its name is lost.
  for (const entry of [...practice.values()].flat())
    if (isEntryInLibrary(planning, entry.row)) report.known.practice += 1
    else addImportRowFault(planning, 'practice', entry, 'piece-unknown')
  return { ...report, steps: dryRun.steps }
}

/** Sorts deleted pieces first: adding and then deleting them needs a free place under the limit of pieces. */
function compareImportOrder(a: NumberedRow<ExportedPiece>, b: NumberedRow<ExportedPiece>): number {
  const turn = ({ row }: NumberedRow<ExportedPiece>) => (row.deletedAt === null ? 1 : 0)
  return turn(a) - turn(b) || a.row.createdAt - b.row.createdAt || a.number - b.number
}

function addPieceToImportPlan(
  planning: ImportPlanningState,
  piece: NumberedRow<ExportedPiece>,
  parts: readonly NumberedRow<ExportedPartRow>[],
  practice: readonly NumberedRow<ExportedPracticeEntry>[],
): void {
  const { report, dryRun, library } = planning
  const { row } = piece
  const missing = practice.filter(({ row }) => !isEntryInLibrary(planning, row))
  report.known.practice += practice.length - missing.length
  // Of a deleted piece only the practice entries are imported.
  if (row.deletedAt !== null && missing.length === 0) return
  const id = row.id as PieceId
  const here = library.pieces.get(id)
  const isNew = here === undefined || isReturning(planning, row)
  if (!isNew && row.deletedAt === null) report.known.pieces += 1
  const wanted = partsToImport(row, parts, missing)
  dryRun.selectPiece(id)
  if (isNew) {
    const fault = pieceFault(row, wanted)
    if (fault !== null) {
      addImportRowFault(planning, 'pieces', piece, fault)
      for (const { placed } of wanted) addImportRowFault(planning, 'parts', placed, 'piece-unknown')
      for (const entry of missing) addImportRowFault(planning, 'practice', entry, 'piece-unknown')
      return
    }
  }
  const invalid = new Set<PartWithMissingEntries>()
  const outcome = dryRun.joinSteps(() => planPieceAndParts(planning, id, row, wanted, isNew, invalid))
  if (outcome === 'refused') report.refused.practice += missing.length
  if (outcome === 'invalid') leaveOutEntries(planning, missing)
  if (outcome !== 'done') return
  // If the piece is deleted in the library, too, it takes the entries of sections that do not exist there.
  const isGone = row.deletedAt !== null && library.pieces.get(id)?.deletedAt !== null
  for (const part of wanted)
    if (isGone || dryRun.part(part.id) !== undefined) planMissingEntriesOfPart(planning, id, part)
    else if (invalid.has(part)) leaveOutEntries(planning, part.missing)
    else if (row.deletedAt === null) report.refused.practice += part.missing.length
  planOrphanEntries(planning, id, row, wanted, missing)
}

const isReturning = ({ library }: ImportPlanningState, { id, deletedAt }: ExportedPiece) =>
  deletedAt === null && typeof library.pieces.get(id as PieceId)?.deletedAt === 'number'

function leaveOutEntries(
  planning: ImportPlanningState,
  entries: readonly NumberedRow<ExportedPracticeEntry>[],
): void {
  for (const entry of entries) addImportRowFault(planning, 'practice', entry, 'section-unknown')
}

function planPieceAndParts(
  planning: ImportPlanningState,
  id: PieceId,
  row: ExportedPiece,
  wanted: readonly PartWithMissingEntries[],
  isNew: boolean,
  invalid: Set<PartWithMissingEntries>,
): 'done' | 'refused' | 'invalid' {
  const { dryRun, report } = planning
  // A known piece that is deleted in the file only gets practice entries.
  if (!isNew && row.deletedAt !== null) return 'done'
  const toDelete: PartWithMissingEntries[] = []
  for (const part of wanted) {
    const step = addPartToImportPlan(
      planning,
      id,
      part,
      dryRun.isPieceThere(id) ? null : createPieceWith(planning, id, row, part),
    )
    if (step === 'refused' && !dryRun.isPieceThere(id)) {
      report.refused.sections += wanted.filter(other => other !== part && other.isSection).length
      if (row.deletedAt !== null) return 'refused'
      report.refused.pieces += 1
      report.names.refused.push(row.name)
      return 'refused'
    }
    if (step === 'invalid') invalid.add(part)
    if (step !== 'done') continue
    if (
      part.placed.row.deletedAt !== null &&
      dryRun.part(part.id)?.deletedAt === null &&
      !existedBefore(planning, part)
    )
      toDelete.push(part)
    // The last section of a piece cannot be deleted, so it is deleted after the next one was added.
    if (row.deletedAt === null) deleteParts(planning, id, toDelete)
  }
  if (!dryRun.isPieceThere(id)) return 'invalid'
  if (!isNew) return 'done'
  if (row.deletedAt !== null) {
    dryRun.tryChange({ kind: 'piece.delete', args: { id } }, row.deletedAt)
    return 'done'
  }
  report.added.pieces += 1
  report.names.added.push(row.name)
  if (isReturning(planning, row)) report.returning += 1
  return 'done'
}

const createPieceWith =
  (planning: ImportPlanningState, id: PieceId, row: ExportedPiece, first: PartWithMissingEntries) =>
  (currentTempo: Bpm): TriedChangeStatus => {
    const parts = [{ id: first.id, name: first.placed.row.name, currentTempo }]
    const args = { ...pieceFields(row), id, parts }
    const [create, at] = [{ kind: 'piece.create', args }, pieceCreatedAt(row, first)] as const
    return isReturning(planning, row)
      ? planning.dryRun.tryReturn(create, at, { kind: 'piece.restore', args: { id } })
      : planning.dryRun.tryChange(create, at)
  }

function deleteParts({ dryRun }: ImportPlanningState, id: PieceId, parts: PartWithMissingEntries[]): void {
  while (parts.length > 0 && dryRun.livingParts(id).length > 1) {
    const gone = parts.shift()
    if (gone === undefined) return
    dryRun.tryChange({ kind: 'part.delete', args: { id: gone.id } }, gone.placed.row.deletedAt)
  }
}

const existedBefore = ({ library }: ImportPlanningState, part: PartWithMissingEntries) =>
  library.parts.has(part.id)

function planOrphanEntries(
  planning: ImportPlanningState,
  id: PieceId,
  row: ExportedPiece,
  wanted: readonly PartWithMissingEntries[],
  missing: readonly NumberedRow<ExportedPracticeEntry>[],
): void {
  const known = new Set<string>(wanted.map(({ placed }) => placed.row.id))
  const strays = missing.filter(entry => !known.has(entry.row.partId))
  if (row.deletedAt === null) {
    leaveOutEntries(planning, strays)
    return
  }
  const [any] = wanted
  for (const [partId, entries] of Map.groupBy(strays, ({ row }) => row.partId))
    if (any !== undefined) planMissingEntriesOfPart(planning, id, { ...any, id: partId, missing: entries })
}

function pieceFault(
  row: ExportedPiece,
  wanted: readonly PartWithMissingEntries[],
): ImportRowFaultCode | null {
  const fault = findImportedPieceNameFault(row.name)
  if (fault !== null) return fault
  if (parseGoalBpm(row.endTempo) === null) return 'goal'
  if (parseImportance(row.importance) === null) return 'urgency'
  return wanted.length === 0 ? 'section-missing' : null
}

const pieceCreatedAt = (row: ExportedPiece, first: PartWithMissingEntries) =>
  first.placed.row.deletedAt === null ? Math.max(row.createdAt, importedPartCreatedAt(first)) : row.createdAt

const pieceFields = (row: ExportedPiece): PieceFields =>
  Object.fromEntries(
    Object.entries(PIECE_FIELDS as AnyFieldSpecs).flatMap(([name, field]) => {
      const value: unknown = row[name as keyof PieceFields]
      const isKept = field.initial === undefined || fieldSchema(field).safeParse(value).success
      return isKept ? [[name, value]] : []
    }),
  ) as PieceFields

function partsToImport(
  piece: ExportedPiece,
  parts: readonly NumberedRow<ExportedPartRow>[],
  missing: readonly NumberedRow<ExportedPracticeEntry>[],
): PartWithMissingEntries[] {
  const byPart = Map.groupBy(missing, ({ row }) => row.partId)
  const all = parts.map(placed => ({
    placed,
    id: placed.row.id as PartId,
    isSection: piece.deletedAt === null && placed.row.deletedAt === null && placed.row.name !== null,
    missing: byPart.get(placed.row.id as PartId) ?? [],
  }))
  const wanted = all.filter(({ placed, missing }) => placed.row.deletedAt === null || missing.length > 0)
  // A piece is created with its nameless part, or with a section that is then deleted, before those that stay.
  const turn = ({ placed: { row } }: PartWithMissingEntries) =>
    row.name === null ? 0 : row.deletedAt !== null ? 1 : 2
  return [...wanted, ...(wanted.length === 0 ? all.slice(0, 1) : [])].toSorted(
    (a, b) => turn(a) - turn(b) || a.placed.row.position - b.placed.row.position || (a.id < b.id ? -1 : 1),
  )
}
