import { parseChange, type ChangeId, type Intention } from '#core/library/change.ts'
import { MAX_TIMESTAMP, type Timestamp } from '#core/library/day.ts'
import type { ImportStep, ImportRowFaultCode, createImportReportWithFaults } from './import-plan.ts'
import { applyChange } from '#core/library/apply-change.ts'
import {
  undeletedPieces,
  undeletedPartsOf,
  upsertRowsInPlace,
  type LibraryWithNeededEntries,
  type MutableLibrary,
} from '#core/library/library.ts'
import type { Part, PartId, Piece, PieceId, PracticeEntry, PracticeEntryId } from '#core/library/piece.ts'
import {
  rowsAddPiecesOrParts,
  checkChangeAgainstPlanLimits,
  type StripeRoleOrUnknown,
} from '#core/plan/plan.ts'
import type { ExportedPartRow, ExportedPiece, ExportedPracticeEntry } from './export-format.ts'
import type { NumberedRow } from './read-json-export.ts'

export type TriedChangeStatus = 'done' | 'refused' | 'invalid'

/** Records the changes that an import would make. Call `selectPiece` before changing a piece. */
export class DryRunLibrary {
  readonly steps: ImportStep[] = []
  readonly #role: StripeRoleOrUnknown
  readonly #parts: ReadonlyMap<PieceId, Part[]>
  readonly #practice: ReadonlyMap<PieceId, PracticeEntry[]>
  readonly #before: LibraryWithNeededEntries
  #undeletedPieces: number
  #isTogether = false
  #isJoined = false
  #at: MutableLibrary

  constructor(library: LibraryWithNeededEntries, role: StripeRoleOrUnknown) {
    this.#before = library
    this.#role = role
    this.#undeletedPieces = undeletedPieces(library).length
    this.#parts = Map.groupBy(library.parts.values(), part => part.pieceId)
    this.#practice = Map.groupBy(library.practice.values(), entry => entry.pieceId)
    this.#at = { pieces: new Map(), parts: new Map(), practice: new Map() }
  }

  selectPiece(id: PieceId): void {
    const piece = this.#before.pieces.get(id)
    this.#at = {
      pieces: new Map(piece === undefined ? [] : [[id, piece]]),
      parts: new Map((this.#parts.get(id) ?? []).map(part => [part.id, part])),
      practice: new Map((this.#practice.get(id) ?? []).map(entry => [entry.id, entry])),
    }
  }

  joinSteps<T>(work: () => T): T {
    this.#isTogether = true
    const result = work()
    this.#isTogether = false
    this.#isJoined = false
    return result
  }

  livingParts = (id: PieceId): Part[] => undeletedPartsOf(this.#at, id)

  isPieceThere = (id: PieceId): boolean => this.#at.pieces.get(id)?.deletedAt === null

  part = (id: PartId): Part | undefined => this.#at.parts.get(id)

  tryChange(intention: Intention, at: Timestamp | null): TriedChangeStatus {
    const parsed = parseChange({ ...intention, id: ANY_ID, at: at ?? MAX_TIMESTAMP })
    if (parsed.kind === 'rejected') return 'invalid'
    const { change } = parsed
    const outcome = applyChange(this.#at, change)
    if (outcome.kind === 'rejected') return 'invalid'
    const holdings = {
      pieces: this.#undeletedPieces,
      partsOf: (id: PieceId) => undeletedPartsOf(this.#at, id).length,
    }
    const adds = rowsAddPiecesOrParts(this.#at, outcome.rows)
    if (adds && checkChangeAgainstPlanLimits(change, holdings, this.#role).kind === 'rejected')
      return 'refused'
    for (const piece of outcome.rows.pieces)
      this.#undeletedPieces += countUndeleted(piece) - countUndeleted(this.#at.pieces.get(piece.id))
    upsertRowsInPlace(this.#at, outcome.rows)
    this.steps.push({ intention, at, joined: this.#isJoined })
    this.#isJoined = this.#isTogether
    return 'done'
  }

  /** Records both: `add` re-creates a row that the server has purged; else only `restore` takes effect. */
  tryReturn(add: Intention, at: Timestamp, restore: Intention): TriedChangeStatus {
    const [recorded, wasJoined] = [this.steps.length, this.#isJoined]
    const added = this.tryChange(add, at)
    const result = added === 'done' ? this.tryChange(restore, null) : added
    if (result !== 'done') {
      this.steps.length = recorded
      this.#isJoined = wasJoined
    }
    return result
  }
}

const countUndeleted = (piece: Piece | undefined) => (piece?.deletedAt === null ? 1 : 0)

const ANY_ID = '00000000-0000-4000-8000-000000000000' as ChangeId

export type ImportPlanningState = {
  readonly dryRun: DryRunLibrary
  readonly library: LibraryWithNeededEntries
  readonly report: ReturnType<typeof createImportReportWithFaults>
}

export type PartWithMissingEntries = {
  readonly placed: NumberedRow<ExportedPartRow>
  readonly id: PartId
  readonly isSection: boolean
  readonly missing: readonly NumberedRow<ExportedPracticeEntry>[]
}

export const isEntryInLibrary = ({ library }: ImportPlanningState, entry: ExportedPracticeEntry) =>
  library.practice.has(entry.id as PracticeEntryId)

export function addImportRowFault(
  { report }: ImportPlanningState,
  list: 'pieces' | 'parts' | 'practice',
  { row, number }: NumberedRow<ExportedPiece | ExportedPartRow | ExportedPracticeEntry>,
  code: ImportRowFaultCode,
): void {
  const found = 'name' in row ? (row.name ?? '') : ''
  report.faults.push({ where: { kind: 'entry', list, number }, code, found })
}

/** A part imported without entries has no `lastPracticed`, so its priority depends on `createdAt` instead. */
export const importedPartCreatedAt = ({ placed: { row }, missing }: PartWithMissingEntries) =>
  missing.length === 0 ? Math.max(row.createdAt, row.lastPracticed ?? 0) : row.createdAt
