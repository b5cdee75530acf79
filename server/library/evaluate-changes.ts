import type { ChangeId, ParsedChange } from '#core/library/change.ts'
import { applyChange } from '#core/library/apply-change.ts'
import { undeletedPieces, undeletedPartsOf, setRows } from '#core/library/library.ts'
import type { MutableLibrary, RowsWithEntries } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'
import { addsPiecesOrParts, admitChange } from '#core/plan/plan.ts'
import type { SyncChangeResult } from '#core/protocol/sync-protocol.ts'
import type { EvaluationState } from './evaluation-state.ts'
import { exceedsQuota, NO_STORED_ROWS, addRowCounts } from './user-quota.ts'
import type { StoredRowCounts, UserQuota } from './user-quota.ts'
import type { RowsToWrite } from './write-library-rows.ts'

/** A change received from a device, parsed or refused. Its id is known even if its other fields are invalid. */
export type IncomingChange = { id: string; parsed: ParsedChange }

/**
 * Decides in memory for each change of a sync round whether it is applied, in order: each one sees the effects of those
 * before it. A change can never reach the rows of other users, because only the rows of its own user were loaded.
 * Returns a result for each change, and what all of them together write (null if none was applied).
 */
export function evaluateChanges(
  incoming: readonly IncomingChange[],
  state: EvaluationState,
  quota: UserQuota,
): { results: SyncChangeResult[]; write: RowsToWrite | null } {
  const library = emptyLibrary()
  setRows(library, state.rows)
  const known = new Set(state.known)
  const written = emptyLibrary()
  const applied: ChangeId[] = []
  let added = NO_STORED_ROWS
  const holdings = holdingsOf(library, state.undeletedPieces)

  function evaluate({ id, parsed }: IncomingChange): SyncChangeResult {
    if (parsed.kind === 'refused') return { id, status: 'rejected', code: parsed.code }
    if (known.has(id)) return { id, status: 'duplicate' }
    const outcome = applyChange(library, parsed.change)
    if (outcome.kind === 'refused') return { id, status: 'rejected', code: outcome.code }
    const { rows } = outcome
    if (addsPiecesOrParts(library, rows)) {
      const admission = admitChange(parsed.change, holdings, state.plan)
      if (admission.kind === 'refused') return { id, status: 'rejected', code: admission.because }
    }
    const newRows = countNewRows(library, rows)
    if (exceedsQuota(newRows, addRowCounts(state.stored, added), quota))
      return { id, status: 'rejected', code: 'library-full' }
    added = addRowCounts(added, newRows)
    setRows(library, rows)
    setRows(written, rows)
    known.add(id)
    applied.push(parsed.change.id)
    return { id, status: 'applied' }
  }

  const results = incoming.map(evaluate)
  if (applied.length === 0) return { results, write: null }
  return { results, write: { rows: rowsAt(written, state.head.revision + 1), changes: applied, added } }
}

const emptyLibrary = (): MutableLibrary => ({ pieces: new Map(), parts: new Map(), practice: new Map() })

/** Returns what the user has, as far as it matters to the plan. Of the pieces only those of the changes are loaded. */
function holdingsOf(library: MutableLibrary, allPieces: number | null) {
  const untouched = allPieces === null ? null : allPieces - undeletedPieces(library).length
  return {
    get pieces() {
      if (untouched === null) throw new Error('the pieces were not counted')
      return untouched + undeletedPieces(library).length
    },
    partsOf: (pieceId: PieceId) => undeletedPartsOf(library, pieceId).length,
  }
}

function countNewRows(
  library: MutableLibrary,
  { pieces, parts, practice }: RowsWithEntries,
): StoredRowCounts {
  const newPieces = pieces.filter(({ id }) => !library.pieces.has(id)).length
  const newParts = parts.filter(({ id }) => !library.parts.has(id)).length
  const practiceRows = practice.filter(({ id }) => !library.practice.has(id)).length
  return { libraryRows: newPieces + newParts, practiceRows }
}

const rowsAt = ({ pieces, parts, practice }: MutableLibrary, revision: number): RowsWithEntries => ({
  pieces: [...pieces.values()].map(piece => ({ ...piece, revision })),
  parts: [...parts.values()].map(part => ({ ...part, revision })),
  practice: [...practice.values()].map(entry => ({ ...entry, revision })),
})
