import { readJsonExport } from '#core/import-export/read-json-export.ts'
import { REPLACEMENT_CHAR, type FileFaultCode, type ImportPlan } from '#core/import-export/import-plan.ts'
import { readPieceList } from '#core/import-export/read-piece-list.ts'
import { planLibraryImport } from '#core/import-export/import-plan-library.ts'
import { planPieceListImport } from '#core/import-export/import-plan-list.ts'
import type { LibraryWithNeededEntries } from '#core/library/library.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { newPartId, newPieceId } from '#web/store/record-change.ts'

/** Detects the kind of file from its content, because file names are unreliable (rule EX7). */
export function planImportFromBytes(
  bytes: Uint8Array,
  library: LibraryWithNeededEntries,
  role: StripeRoleOrUnknown,
): { kind: 'plan'; plan: ImportPlan } | { kind: 'fault'; fault: FileFaultCode } {
  if (SPREADSHEETS.some(start => start.every((byte, at) => bytes[at] === byte)))
    return { kind: 'fault', fault: 'spreadsheet' }
  const text = decodeFileText(bytes)
  if (text.trim() === '') return { kind: 'fault', fault: 'empty' }
  // A table with column names never contains NUL; images and office documents do.
  if (text.includes('\0')) return { kind: 'fault', fault: 'unreadable' }
  if (/^\s*[{[]/.test(text)) {
    const read = readJsonExport(text)
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

/** The first bytes of zip archives, such as .xlsx, .ods and .numbers, and of old .xls files. */
const SPREADSHEETS = [
  [0x50, 0x4b, 3, 4],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Old spreadsheet programs write Windows-1252, others UTF-8 or UTF-16. Invalid bytes become U+FFFD. */
function decodeFileText(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  const text = decode(bytes, 'utf-8')
  if ((first === 0xef && second === 0xbb && third === 0xbf) || !text.includes(REPLACEMENT_CHAR)) return text
  const unreadable = text.split(REPLACEMENT_CHAR).length - 1
  const letters = text.match(/[^\0-\x7f\uFFFD]/gu)?.length ?? 0
  // Windows-1252 has no letters in these five places; the decoder makes control characters of them.
  return letters >= unreadable
    ? text
    : decode(bytes, 'windows-1252').replaceAll(/[\x80-\x9f]/g, REPLACEMENT_CHAR)
}

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)
