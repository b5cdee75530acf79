import type { ParsedChange } from '#core/change.ts'
import { applyChange, livingPieces, partsOf, putRows } from '#core/library.ts'
import type { Library, LibraryInWork, Rows } from '#core/library.ts'
import type { PieceId } from '#core/piece.ts'
import { admissionOf } from '#core/plan.ts'
import type { StripeRole } from '#core/plan.ts'
import type { SyncResult } from '#core/sync-protocol.ts'
import type { Touched } from './touched-rows.ts'

/** A change as it was asked for: its id, known even where the rest of it is no change. */
export type Asked = { id: string; parsed: ParsedChange }

export type Judgment = { result: SyncResult; rows: Rows | null }

/** What a round's changes are judged by, each after the ones before it. */
export class Bench {
  readonly #library: LibraryInWork
  readonly #known: Set<string>
  readonly #untouchedPieces: number
  readonly #role: StripeRole

  constructor(touched: Touched, role: StripeRole) {
    this.#library = { pieces: new Map(), parts: new Map(), practice: new Map() }
    putRows(this.#library, touched.rows)
    this.#known = new Set(touched.known)
    this.#untouchedPieces = touched.livingPieces - livingPieces(this.#library).length
    this.#role = role
  }

  /**
   * What is to be done about a change, which changes nothing yet: `rows` is what it writes, null when it is not
   * applied. Nobody reaches the rows of somebody else, because only the user's own are on the bench.
   */
  judge({ id, parsed }: Asked): Judgment {
    if (parsed.kind === 'refused') return rejected(id, parsed.code)
    if (this.#known.has(id)) return { result: { id, status: 'duplicate' }, rows: null }
    const outcome = applyChange(this.#library, parsed.change)
    if (outcome.kind === 'refused') return rejected(id, outcome.code)
    // What is there already is no addition: it may come again after its first answer was forgotten (rule LS4).
    const adds = outcome.rows.pieces.length + outcome.rows.parts.length > 0
    const admission = adds ? admissionOf(parsed.change, this.#holdings(), this.#role) : ALLOWED
    if (admission.kind === 'refused') return rejected(id, admission.because)
    return { result: { id, status: 'applied' }, rows: outcome.rows }
  }

  /** Takes over what an applied change writes. */
  enter(id: string, rows: Rows): void {
    this.#known.add(id)
    putRows(this.#library, rows)
  }

  #holdings() {
    const library: Library = this.#library
    return {
      pieces: this.#untouchedPieces + livingPieces(library).length,
      partsOf: (pieceId: PieceId) => partsOf(library, pieceId).length,
    }
  }
}

const ALLOWED = { kind: 'allowed' } as const

const rejected = (id: string, code: Extract<SyncResult, { status: 'rejected' }>['code']): Judgment => ({
  result: { id, status: 'rejected', code },
  rows: null,
})
