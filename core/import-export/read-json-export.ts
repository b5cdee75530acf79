import * as z from 'zod/mini'
import {
  EXPORT_FORMAT_NAME,
  EXPORT_VERSION,
  accountExportSchema,
  type ExportedPartRow,
  type ExportedPiece,
  type ExportedPracticeEntry,
} from './export-format.ts'
import {
  MAX_IMPORT_ROWS_BY_TABLE,
  MAX_SECTIONS_OF_IMPORTED_PIECE,
  type ImportRowFault,
  type FileFaultCode,
} from './import-plan.ts'

export type ImportedLibrary = {
  readonly pieces: readonly NumberedRow<ExportedPiece>[]
  readonly parts: readonly NumberedRow<ExportedPartRow>[]
  readonly practice: readonly NumberedRow<ExportedPracticeEntry>[]
  readonly faults: readonly ImportRowFault[]
}

export type NumberedRow<Row> = { readonly row: Row; readonly number: number }

export type ExportReadResult =
  | { kind: 'library'; library: ImportedLibrary }
  | { kind: 'fault'; fault: FileFaultCode }

/** Never throws. Leaves out unreadable pieces, parts and entries and lists them in the library's `faults`. */
export function readJsonExport(text: string): ExportReadResult {
  const json = parseJsonObject(text)
  if (json === null) return { kind: 'fault', fault: 'unreadable' }
  const named = z.looseObject({ format: z.literal(EXPORT_FORMAT_NAME), version: z.int() }).safeParse(json)
  if (!named.success) return { kind: 'fault', fault: 'other-program' }
  if (named.data.version > EXPORT_VERSION) return { kind: 'fault', fault: 'newer-version' }
  const { pieces, parts, practice } = accountExportSchema.shape
  if (LISTS.some(list => listOf(json, list).length > MAX_IMPORT_ROWS_BY_TABLE[list]))
    return { kind: 'fault', fault: 'too-many-entries' }
  const faults: ImportRowFault[] = []
  const library = {
    pieces: readRows(json, 'pieces', pieces.def.element, faults),
    parts: withoutTooManySections(readRows(json, 'parts', parts.def.element, faults), faults),
    practice: readRows(json, 'practice', practice.def.element, faults),
    faults,
  }
  const isEmpty = library.pieces.length + faults.length === 0
  return isEmpty ? { kind: 'fault', fault: 'nothing-in-it' } : { kind: 'library', library }
}

function parseJsonObject(text: string): object | null {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' ? json : null
  } catch {
    return null
  }
}

function readRows<Row extends { id: string }>(
  json: object,
  list: 'pieces' | 'parts' | 'practice',
  schema: z.ZodMiniType<Row>,
  faults: ImportRowFault[],
): NumberedRow<Row>[] {
  const rows = new Map<string, NumberedRow<Row>>()
  for (const [index, one] of listOf(json, list).entries()) {
    const where = { kind: 'entry', list, number: index + 1 } as const
    const parsed = schema.safeParse(one)
    if (!parsed.success) faults.push({ where, code: 'unreadable', found: errorPath(parsed.error) })
    else if (rows.has(parsed.data.id)) faults.push({ where, code: 'twice', found: parsed.data.id })
    else rows.set(parsed.data.id, { row: parsed.data, number: index + 1 })
  }
  return [...rows.values()]
}

function withoutTooManySections(
  parts: readonly NumberedRow<ExportedPartRow>[],
  faults: ImportRowFault[],
): readonly NumberedRow<ExportedPartRow>[] {
  return [...Map.groupBy(parts, ({ row }) => row.pieceId).values()].flatMap(ofPiece => {
    for (const { row, number } of ofPiece.slice(MAX_SECTIONS_OF_IMPORTED_PIECE))
      faults.push({
        where: { kind: 'entry', list: 'parts', number },
        code: 'too-many-sections',
        found: row.name ?? '',
      })
    return ofPiece.slice(0, MAX_SECTIONS_OF_IMPORTED_PIECE)
  })
}

const LISTS = ['pieces', 'parts', 'practice'] as const

function listOf(json: object, list: (typeof LISTS)[number]): readonly unknown[] {
  const all: unknown = Reflect.get(json, list)
  return Array.isArray(all) ? all : []
}

const errorPath = (error: z.core.$ZodError) => error.issues[0]?.path.join('.') ?? ''
