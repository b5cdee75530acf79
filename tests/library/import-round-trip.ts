import type { Change, IntentionWithOriginalTime } from '#core/library/change.ts'
import {
  EXPORT_FORMAT_NAME,
  EXPORT_VERSION,
  accountExportSchema,
  type ExportDocument,
} from '#core/import-export/export-format.ts'
import { readJsonExport } from '#core/import-export/read-json-export.ts'
import { planLibraryImport } from '#core/import-export/import-plan-library.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import { PIECE_FIELDS } from '#core/library/fields.ts'
import { undeletedPartsOf, undeletedPieces, type LibraryWithNeededEntries } from '#core/library/library.ts'
import type { Piece } from '#core/library/piece.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { changeId, NOON } from './builders.ts'

export const exportLibrary = (library: LibraryWithNeededEntries, userId = 'clara'): ExportDocument =>
  accountExportSchema.parse({
    format: EXPORT_FORMAT_NAME,
    version: EXPORT_VERSION,
    exportedAt: NOON,
    profile: {
      id: userId,
      name: '',
      email: 'c@example.org',
      emailVerified: true,
      image: null,
      picture: null,
      createdAt: 0,
    },
    signInMethods: [],
    devices: [],
    customerId: null,
    subscriptions: [],
    feedback: [],
    pieces: [...library.pieces.values()],
    parts: [...library.parts.values()],
    practice: [...library.practice.values()],
    events: [],
  })

export function planImport(file: unknown, into: LibraryWithNeededEntries, role: StripeRoleOrUnknown = 'pro') {
  const read = readJsonExport(JSON.stringify(file))
  if (read.kind === 'fault') throw new Error(read.fault)
  return planLibraryImport(read.library, into, role)
}

export const applySteps = (
  library: LibraryWithNeededEntries,
  steps: readonly IntentionWithOriginalTime[],
): LibraryWithNeededEntries => replayChanges(library, changesFromSteps(steps))

export const changesFromSteps = (steps: readonly IntentionWithOriginalTime[]): Change[] =>
  steps.map(({ intention, at }, index) => ({
    ...intention,
    id: changeId(2_000_000 + index),
    at: at ?? NOON + 365 * 86_400_000,
    ...(at !== null && { original: true }),
  }))

/** Returns what an import keeps of a library: all but deleted rows, revisions and the times of edits. */
export function importedContent(library: LibraryWithNeededEntries) {
  return {
    pieces: undeletedPieces(library)
      .map(piece => ({
        id: piece.id,
        fields: Object.keys(PIECE_FIELDS).map(name => piece[name as keyof Piece]),
        // The import creates a piece with its nameless part, so that comes first. In the app it is always the only one.
        parts: undeletedPartsOf(library, piece.id)
          .toSorted((a, b) => Number(a.name !== null) - Number(b.name !== null))
          .map(part => [part.id, part.name, part.currentTempo]),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    practice: new Map(
      [...library.practice.values()].map(entry => [
        entry.id,
        { ...entry, revision: 0, retractedAt: entry.retractedAt === null ? null : 'some time' },
      ]),
    ),
  }
}
