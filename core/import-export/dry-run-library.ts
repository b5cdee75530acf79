import { parseChange, type ChangeId, type Intention } from '#core/library/change.ts'
import { LAST_TIMESTAMP, type Timestamp } from '#core/library/day.ts'
import type { ImportStep, ImportEntryFaultCode, createEmptyImportReport } from './import-plan.ts'
import { applyChange } from '#core/library/apply-change.ts'
import {
  undeletedPieces,
  undeletedPartsOf,
  setRows,
  type LibraryWithEntries,
  type MutableLibrary,
} from '#core/library/library.ts'
import type { Part, PartId, Piece, PieceId, Practice, PracticeEntryId } from '#core/library/piece.ts'
import { addsPiecesOrParts, admitChange, type StripeRoleOrUnknown } from '#core/plan/plan.ts'
import type { ExportedPart, ExportedPiece, ExportedPractice } from './export-format.ts'
import type { NumberedRow } from './read-export.ts'

/**
 * Result of trying a change in a dry run of an import: done, refused because the user's plan does not allow it, or
 * invalid.
 */
export type TriedChangeResult = 'done' | 'refused' | 'invalid'

/**
 * A copy of the library in which an import tries its changes one by one before anything is stored (rule EX9). Changes
 * apply only to the selected piece (`selectPiece`), because searching all pieces for each change would make long
 * imports slow.
 */
export class DryRunLibrary {
  readonly steps: ImportStep[] = []
  readonly #role: StripeRoleOrUnknown
  readonly #parts: ReadonlyMap<PieceId, Part[]>
  readonly #practice: ReadonlyMap<PieceId, Practice[]>
  readonly #before: LibraryWithEntries
  #undeletedPieces: number
  #isTogether = false
  #isJoined = false
  #at: MutableLibrary

  constructor(library: LibraryWithEntries, role: StripeRoleOrUnknown) {
    this.#before = library
    this.#role = role
    this.#undeletedPieces = undeletedPieces(library).length
    this.#parts = Map.groupBy(library.parts.values(), part => part.pieceId)
    this.#practice = Map.groupBy(library.practice.values(), entry => entry.pieceId)
    this.#at = { pieces: new Map(), parts: new Map(), practice: new Map() }
  }

  /**
   * Loads a piece with its parts and practice entries, on which the next changes are tried. The piece need not exist.
   */
  selectPiece(id: PieceId): void {
    const piece = this.#before.pieces.get(id)
    this.#at = {
      pieces: new Map(piece === undefined ? [] : [[id, piece]]),
      parts: new Map((this.#parts.get(id) ?? []).map(part => [part.id, part])),
      practice: new Map((this.#practice.get(id) ?? []).map(entry => [entry.id, entry])),
    }
  }

  /**
   * Runs `work` and returns its result. Marks each step that `work` records, except the first, as joined to the
   * previous one, so that either all of these steps are stored or none (rule EX9). `work` must not throw.
   */
  joinSteps<T>(work: () => T): T {
    this.#isTogether = true
    const result = work()
    this.#isTogether = false
    this.#isJoined = false
    return result
  }

  /** Returns the parts of the selected piece that are not deleted, after the changes tried so far. */
  livingParts = (id: PieceId): Part[] => undeletedPartsOf(this.#at, id)

  /** Returns true if the selected piece is there after the changes tried so far. */
  isPieceThere = (id: PieceId): boolean => this.#at.pieces.get(id)?.deletedAt === null

  part = (id: PartId): Part | undefined => this.#at.parts.get(id)

  /**
   * Applies a change to the dry run, records it as a step of the import and returns 'done'. If the user's plan does not
   * allow the change, returns 'refused'. If the change cannot be applied for another reason, returns 'invalid'. In both
   * cases, nothing is applied or recorded.
   *
   * @param at the time of the original edit; null if the change takes place now
   */
  tryChange(intention: Intention, at: Timestamp | null): TriedChangeResult {
    const parsed = parseChange({ ...intention, id: ANY_ID, at: at ?? LAST_TIMESTAMP })
    if (parsed.kind === 'rejected') return 'invalid'
    const { change } = parsed
    const outcome = applyChange(this.#at, change)
    if (outcome.kind === 'rejected') return 'invalid'
    const holdings = {
      pieces: this.#undeletedPieces,
      partsOf: (id: PieceId) => undeletedPartsOf(this.#at, id).length,
    }
    const adds = addsPiecesOrParts(this.#at, outcome.rows)
    if (adds && admitChange(change, holdings, this.#role).kind === 'rejected') return 'refused'
    for (const piece of outcome.rows.pieces)
      this.#undeletedPieces += countUndeleted(piece) - countUndeleted(this.#at.pieces.get(piece.id))
    setRows(this.#at, outcome.rows)
    this.steps.push({ intention, at, joined: this.#isJoined })
    this.#isJoined = this.#isTogether
    return 'done'
  }

  /**
   * Tries to bring a deleted row back, by a change that makes it and one that restores it. The first has an effect only
   * where the server has forgotten the row, the second only where it has not. Records both or none.
   */
  tryReturn(make: Intention, at: Timestamp, restore: Intention): TriedChangeResult {
    const [recorded, wasJoined] = [this.steps.length, this.#isJoined]
    const made = this.tryChange(make, at)
    const result = made === 'done' ? this.tryChange(restore, null) : made
    if (result !== 'done') {
      this.steps.length = recorded
      this.#isJoined = wasJoined
    }
    return result
  }
}

const countUndeleted = (piece: Piece | undefined) => (piece?.deletedAt === null ? 1 : 0)

/** A placeholder. Recording the change gives it its real id. */
const ANY_ID = '00000000-0000-4000-8000-000000000000' as ChangeId

/**
 * The state that all functions planning an import share: the library before the import, the dry run (a copy in which
 * the changes are tried), and the report.
 */
export type ImportPlanningState = {
  readonly dryRun: DryRunLibrary
  readonly library: LibraryWithEntries
  readonly report: ReturnType<typeof createEmptyImportReport>
}

/**
 * A section of an import file (`placed`), matched with the user's library. `id` is its id, in the library as in
 * the file, and `missing` contains those of its practice entries that the library does not have yet.
 */
export type MatchedImportPart = {
  readonly placed: NumberedRow<ExportedPart>
  readonly id: PartId
  /**
   * True if the app shows this part as a section. Deleted parts and the nameless part of a whole piece are not shown.
   */
  readonly isSection: boolean
  readonly missing: readonly NumberedRow<ExportedPractice>[]
}

/** Returns true if the library contains this practice entry, in any piece. */
export const isEntryInLibrary = ({ library }: ImportPlanningState, entry: ExportedPractice) =>
  library.practice.has(entry.id as PracticeEntryId)

export function addImportRowFault(
  { report }: ImportPlanningState,
  list: 'pieces' | 'parts' | 'practice',
  { row, number }: NumberedRow<ExportedPiece | ExportedPart | ExportedPractice>,
  code: ImportEntryFaultCode,
): void {
  const found = 'name' in row ? (row.name ?? '') : ''
  report.faults.push({ where: { kind: 'entry', list, number }, code, found })
}

/**
 * Returns the time of last practice, in milliseconds, with which an import creates a part. If the import also adds
 * practice entries to the part, returns the part's creation time, because each added entry then sets the time of last
 * practice. Otherwise, returns the file's `lastPracticed`, or the creation time if that is later (rule EX9).
 */
export const initialLastPracticed = ({ placed: { row }, missing }: MatchedImportPart) =>
  missing.length === 0 ? Math.max(row.createdAt, row.lastPracticed ?? 0) : row.createdAt
