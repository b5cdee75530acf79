import { readExport } from '#core/import-export.ts'
import type { FileFault } from '#core/import-fault.ts'
import { readPieceList } from '#core/import-list.ts'
import { planOfLibrary } from '#core/import-plan-library.ts'
import { planOfList } from '#core/import-plan-list.ts'
import type { ImportPlan } from '#core/import-plan.ts'
import type { Library } from '#core/library.ts'
import type { KnownRole } from '#core/plan.ts'
import { newPartId, newPieceId } from '#web/store/new-ids.ts'
import { textOf } from './import-text.ts'

/** What an import of a file would do, whatever kind of file it is; names lie, so its content tells (rule EX8). */
export function planOfFile(
  bytes: Uint8Array,
  library: Library,
  role: KnownRole,
  userId: string,
): { kind: 'plan'; plan: ImportPlan } | { kind: 'fault'; fault: FileFault } {
  const text = textOf(bytes)
  if (text.trim() === '') return { kind: 'fault', fault: 'empty' }
  // No table with a name in its first line begins like this; images and office documents have these signs.
  if (text.includes('\0')) return { kind: 'fault', fault: 'unreadable' }
  if (/^\s*[{[]/.test(text)) {
    const read = readExport(text)
    if (read.kind === 'fault') return read
    return { kind: 'plan', plan: planOfLibrary(read.library, library, role, userId) }
  }
  const list = readPieceList(text)
  if (list.kind === 'fault') return list
  return { kind: 'plan', plan: planOfList(list, library, role, { pieceId: newPieceId, partId: newPartId }) }
}
