import { CHANGE_VERSION } from './change-version.ts'
import { parseChange, type ChangeId, type Intention } from './change.ts'
import type { Timestamp } from './day.ts'
import type { ImportStep } from './import-plan.ts'
import { applyChange, livingPieces, partsOf, putRows, type Library, type LibraryInWork } from './library.ts'
import type { Part, PartId, PieceId, Practice } from './piece.ts'
import { admissionOf, type KnownRole } from './plan.ts'

export type Step = 'done' | 'refused' | 'invalid'

/**
 * A library on which an import is tried out step by step, by the rules that the device and the server apply
 * (rule EX9). It holds one piece at a time: each step of a long import would otherwise look through all the others.
 */
export class TrialLibrary {
  readonly steps: ImportStep[] = []
  readonly #role: KnownRole
  readonly #parts: ReadonlyMap<PieceId, Part[]>
  readonly #practice: ReadonlyMap<PieceId, Practice[]>
  readonly #before: Library
  #livingPieces: number
  #isTogether = false
  #isJoined = false
  #at: LibraryInWork

  constructor(library: Library, role: KnownRole) {
    this.#before = library
    this.#role = role
    this.#livingPieces = livingPieces(library).length
    this.#parts = Map.groupBy(library.parts.values(), part => part.pieceId)
    this.#practice = Map.groupBy(library.practice.values(), entry => entry.pieceId)
    this.#at = { pieces: new Map(), parts: new Map(), practice: new Map() }
  }

  /** Goes to a piece, whether it is there or not. */
  goTo(id: PieceId): void {
    const piece = this.#before.pieces.get(id)
    this.#at = {
      pieces: new Map(piece === undefined ? [] : [[id, piece]]),
      parts: new Map((this.#parts.get(id) ?? []).map(part => [part.id, part])),
      practice: new Map((this.#practice.get(id) ?? []).map(entry => [entry.id, entry])),
    }
  }

  /** What `work` tries is stored together or not at all, so that nothing is left in between (rule EX9). */
  together<T>(work: () => T): T {
    this.#isTogether = true
    const result = work()
    this.#isTogether = false
    this.#isJoined = false
    return result
  }

  /** The sections of a piece that live after the steps so far. */
  living = (id: PieceId): Part[] => partsOf(this.#at, id)

  part = (id: PartId): Part | undefined => this.#at.parts.get(id)

  /** Was a piece practiced here, even if it is not there any more? */
  wasPracticed = (id: PieceId): boolean => this.#practice.has(id)

  /** Notes a step if it can be done; the one reason more than invalid is that the plan has no room for it. */
  try(intention: Intention, at: Timestamp | null): Step {
    const parsed = parseChange({ ...intention, id: ANY_ID, at: at ?? 0, v: CHANGE_VERSION })
    if (parsed.kind === 'refused') return 'invalid'
    const { change } = parsed
    const outcome = applyChange(this.#at, change)
    if (outcome.kind === 'refused') return 'invalid'
    const holdings = { pieces: this.#livingPieces, partsOf: (id: PieceId) => partsOf(this.#at, id).length }
    if (admissionOf(change, holdings, this.#role).kind === 'refused') return 'refused'
    if (change.kind === 'piece.create') this.#livingPieces += 1
    if (change.kind === 'piece.delete') this.#livingPieces -= 1
    putRows(this.#at, outcome.rows)
    this.steps.push({ intention, at, joined: this.#isJoined })
    this.#isJoined = this.#isTogether
    return 'done'
  }
}

/** Stands for the id that recording gives a change. */
const ANY_ID = '00000000-0000-4000-8000-000000000000' as ChangeId
