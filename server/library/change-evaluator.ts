import type { ParsedChange } from '#core/library/change.ts'
import { applyChange } from '#core/library/apply-change.ts'
import { undeletedPieces, undeletedPartsOf, setRows } from '#core/library/library.ts'
import type { Library, MutableLibrary, Rows } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'
import { addsPiecesOrParts, admitChange } from '#core/plan/plan.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { SyncChangeResult } from '#core/protocol/sync-protocol.ts'
import type { EvaluationState } from './evaluation-state.ts'
import { exceedsQuota, NO_STORED_ROWS, addRowCounts } from './user-quota.ts'
import type { StoredRowCounts, UserQuota } from './user-quota.ts'

/** A change received from a device, parsed or refused. Its id is known even if its other fields are invalid. */
export type IncomingChange = { id: string; parsed: ParsedChange }

/**
 * Result of evaluating one change: the result to send to the device, the rows to write (null for none), and how
 * many of these rows are new.
 */
export type ChangeEvaluation = { result: SyncChangeResult; rows: Rows | null; added: StoredRowCounts }

/**
 * Decides for each change of a sync round whether it is applied, and which rows it then writes. Works in memory and
 * evaluates the changes in order. A change sees the effects of earlier ones that were recorded with
 * `recordApplied`.
 */
export class ChangeEvaluator {
  readonly #library: MutableLibrary
  readonly #known: Set<string>
  readonly #untouchedPieces: number | null
  readonly #role: StripeRole
  readonly #share: UserQuota
  #stored: StoredRowCounts

  constructor(
    touched: EvaluationState,
    user: { role: StripeRole; stored: StoredRowCounts; share: UserQuota },
  ) {
    this.#library = { pieces: new Map(), parts: new Map(), practice: new Map() }
    setRows(this.#library, touched.rows)
    this.#known = new Set(touched.known)
    this.#untouchedPieces =
      touched.undeletedPieces === null
        ? null
        : touched.undeletedPieces - undeletedPieces(this.#library).length
    this.#role = user.role
    this.#stored = user.stored
    this.#share = user.share
  }

  /**
   * Evaluates a change without applying it. In the result, `rows` contains the rows that the change writes, or is null
   * if the change is a duplicate or rejected. A change can never reach the rows of other users, because only the rows
   * of its own user were loaded.
   */
  evaluate({ id, parsed }: IncomingChange): ChangeEvaluation {
    if (parsed.kind === 'refused') return rejected(id, parsed.code)
    if (this.#known.has(id)) return { result: { id, status: 'duplicate' }, rows: null, added: NO_STORED_ROWS }
    const outcome = applyChange(this.#library, parsed.change)
    if (outcome.kind === 'refused') return rejected(id, outcome.code)
    const adds = addsPiecesOrParts(this.#library, outcome.rows)
    const admission = adds ? admitChange(parsed.change, this.#holdings(), this.#role) : ALLOWED
    if (admission.kind === 'refused') return rejected(id, admission.because)
    const added = this.#newIn(outcome.rows)
    if (exceedsQuota(added, this.#stored, this.#share)) return rejected(id, 'library-full')
    return { result: { id, status: 'applied' }, rows: outcome.rows, added }
  }

  /** Adds the rows of a change that was applied, so that the following changes see them. */
  recordApplied(id: string, rows: Rows): void {
    this.#stored = addRowCounts(this.#stored, this.#newIn(rows))
    this.#known.add(id)
    setRows(this.#library, rows)
  }

  #newIn({ pieces, parts, practice }: Rows): StoredRowCounts {
    const known = this.#library
    const newPieces = pieces.filter(({ id }) => !known.pieces.has(id)).length
    const newParts = parts.filter(({ id }) => !known.parts.has(id)).length
    const practiceRows = practice.filter(({ id }) => !known.practice.has(id)).length
    return { libraryRows: newPieces + newParts, practiceRows }
  }

  #holdings() {
    const library: Library = this.#library
    const untouched = this.#untouchedPieces
    return {
      get pieces() {
        if (untouched === null) throw new Error('the pieces were not counted')
        return untouched + undeletedPieces(library).length
      },
      partsOf: (pieceId: PieceId) => undeletedPartsOf(library, pieceId).length,
    }
  }
}

const ALLOWED = { kind: 'allowed' } as const

const rejected = (
  id: string,
  code: Extract<SyncChangeResult, { status: 'rejected' }>['code'],
): ChangeEvaluation => ({
  result: { id, status: 'rejected', code },
  rows: null,
  added: NO_STORED_ROWS,
})
