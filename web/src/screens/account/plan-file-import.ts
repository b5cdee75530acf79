import { readExport } from '#core/import-export/read-export.ts'
import type { ImportFileFault } from '#core/import-export/import-fault.ts'
import { readPieceList } from '#core/import-export/read-piece-list.ts'
import { planLibraryImport } from '#core/import-export/import-plan-library.ts'
import { planPieceListImport } from '#core/import-export/import-plan-list.ts'
import type { ImportPlan } from '#core/import-export/import-plan.ts'
import type { Library } from '#core/library/library.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { newPartId, newPieceId } from '#web/store/new-ids.ts'
import { decodeFileText } from './decode-file-text.ts'

/**
 * Returns the import plan (the list of changes to store, and a summary) for the content of a file, or the reason why
 * the file cannot be imported. Detects the kind of file from its content, because file names are unreliable (rule EX8).
 */
export function planFileImport(
  bytes: Uint8Array,
  library: Library,
  role: StripeRoleOrUnknown,
  userId: string,
): { kind: 'plan'; plan: ImportPlan } | { kind: 'fault'; fault: ImportFileFault } {
  const text = decodeFileText(bytes)
  if (text.trim() === '') return { kind: 'fault', fault: 'empty' }
  // A table with column names never contains NUL; images and office documents do.
  if (text.includes('\0')) return { kind: 'fault', fault: 'unreadable' }
  if (/^\s*[{[]/.test(text)) {
    const read = readExport(text)
    if (read.kind === 'fault') return read
    return { kind: 'plan', plan: planLibraryImport(read.library, library, role, userId) }
  }
  const list = readPieceList(text)
  if (list.kind === 'fault') return list
  return {
    kind: 'plan',
    plan: planPieceListImport(list, library, role, { pieceId: newPieceId, partId: newPartId }),
  }
}
