import { readExport } from '#core/import-export/read-export.ts'
import type { ImportFileFault } from '#core/import-export/import-fault.ts'
import { readPieceList } from '#core/import-export/read-piece-list.ts'
import { planLibraryImport } from '#core/import-export/import-plan-library.ts'
import { planPieceListImport } from '#core/import-export/import-plan-list.ts'
import type { ImportPlan } from '#core/import-export/import-plan.ts'
import type { Library } from '#core/library/library.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { newPartId, newPieceId } from '#web/store/new-ids.ts'

/**
 * Returns the import plan (the list of changes to store, and a summary) for the content of a file, or the reason why
 * the file cannot be imported. Detects the kind of file from its content, because file names are unreliable (rule EX8).
 */
export function planFileImport(
  bytes: Uint8Array,
  library: Library,
  role: StripeRoleOrUnknown,
): { kind: 'plan'; plan: ImportPlan } | { kind: 'fault'; fault: ImportFileFault } {
  const text = decodeFileText(bytes)
  if (text.trim() === '') return { kind: 'fault', fault: 'empty' }
  // A table with column names never contains NUL; images and office documents do.
  if (text.includes('\0')) return { kind: 'fault', fault: 'unreadable' }
  if (/^\s*[{[]/.test(text)) {
    const read = readExport(text)
    if (read.kind === 'fault') return read
    return { kind: 'plan', plan: planLibraryImport(read.library, library, role) }
  }
  const list = readPieceList(text)
  if (list.kind === 'fault') return list
  return {
    kind: 'plan',
    plan: planPieceListImport(list, library, role, { pieceId: newPieceId, partId: newPartId }),
  }
}

/**
 * Decodes the bytes of a text file as UTF-8 or UTF-16, according to its byte order mark. Without a byte order mark,
 * decodes valid UTF-8 as UTF-8, and anything else as Windows-1252, which older spreadsheets write (rule EX7). Never
 * throws.
 */
function decodeFileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded(bytes, 'windows-1252')
  }
}

// Removes the byte order mark.
const decoded = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)
