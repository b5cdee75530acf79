import * as z from 'zod/mini'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  exportSchema,
  type ExportedPart,
  type ExportedPiece,
  type ExportedPractice,
} from './export-format.ts'
import type { EntryFault, FileFault } from './import-fault.ts'

/** What an import takes from an export: the library, and whose it was. */
export type ImportedLibrary = {
  readonly userId: string | null
  readonly pieces: readonly Placed<ExportedPiece>[]
  readonly parts: readonly Placed<ExportedPart>[]
  readonly practice: readonly Placed<ExportedPractice>[]
  readonly faults: readonly EntryFault[]
}

/** A row, and its place in its list of the file, counted from 1. */
export type Placed<Row> = { readonly row: Row; readonly number: number }

export type ReadExport = { kind: 'library'; library: ImportedLibrary } | { kind: 'fault'; fault: FileFault }

/** An export as it was downloaded; entries that cannot be read are left out and told (rule EX8). Never throws. */
export function readExport(text: string): ReadExport {
  const json = jsonIn(text)
  if (json === null) return { kind: 'fault', fault: 'unreadable' }
  const named = z.looseObject({ format: z.literal(EXPORT_FORMAT), version: z.int() }).safeParse(json)
  if (!named.success) return { kind: 'fault', fault: 'other-program' }
  if (named.data.version > EXPORT_VERSION) return { kind: 'fault', fault: 'newer-version' }
  const { profile, pieces, parts, practice } = exportSchema.shape
  const faults: EntryFault[] = []
  const library = {
    userId:
      z.looseObject({ profile: z.looseObject({ id: profile.shape.id }) }).safeParse(json).data?.profile.id ??
      null,
    pieces: rowsIn(json, 'pieces', pieces.def.element, faults),
    parts: rowsIn(json, 'parts', parts.def.element, faults),
    practice: rowsIn(json, 'practice', practice.def.element, faults),
    faults,
  }
  const isEmpty = library.pieces.length + faults.length === 0
  return isEmpty ? { kind: 'fault', fault: 'nothing-in-it' } : { kind: 'library', library }
}

function jsonIn(text: string): object | null {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' ? json : null
  } catch {
    return null
  }
}

/** The readable rows of a list; of rows with the same id the first. */
function rowsIn<Row extends { id: string }>(
  json: object,
  list: 'pieces' | 'parts' | 'practice',
  schema: z.ZodMiniType<Row>,
  faults: EntryFault[],
): Placed<Row>[] {
  const all: unknown = Reflect.get(json, list)
  if (!Array.isArray(all)) return []
  const rows = new Map<string, Placed<Row>>()
  for (const [index, one] of all.entries()) {
    const where = { kind: 'entry', list, number: index + 1 } as const
    const parsed = schema.safeParse(one)
    if (!parsed.success) faults.push({ where, code: 'unreadable', found: pathOf(parsed.error) })
    else if (rows.has(parsed.data.id)) faults.push({ where, code: 'twice', found: parsed.data.id })
    else rows.set(parsed.data.id, { row: parsed.data, number: index + 1 })
  }
  return [...rows.values()]
}

const pathOf = (error: z.core.$ZodError) => error.issues[0]?.path.join('.') ?? ''
