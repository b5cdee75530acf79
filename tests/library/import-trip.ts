import type { Change, PastIntention } from '#core/library/change.ts'
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  exportSchema,
  type Export,
} from '#core/import-export/export-format.ts'
import { readExport } from '#core/import-export/import-export.ts'
import { planLibraryImport } from '#core/import-export/import-plan-library.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import { type Library } from '#core/library/library.ts'
import type { RoleOrUnknown } from '#core/plan/plan.ts'
import { changeId, NOON } from './builders.ts'

// The way of a library out of one account and into another.

/** A library as the server would export it. */
export const exportOf = (library: Library, userId = 'clara'): Export =>
  exportSchema.parse({
    format: EXPORT_FORMAT,
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

/** What an import of an export plans, read from its text. */
export function importPlanOf(file: unknown, into: Library, role: RoleOrUnknown = 'pro', userId = 'robert') {
  const read = readExport(JSON.stringify(file))
  if (read.kind === 'fault') throw new Error(read.fault)
  return planLibraryImport(read.library, into, role, userId)
}

/** A library after the steps of an import. */
export const afterSteps = (library: Library, steps: readonly PastIntention[]): Library =>
  replayChanges(library, changesOf(steps))

/** The steps as changes; those without a time of their own were done at NOON. */
export const changesOf = (steps: readonly PastIntention[]): Change[] =>
  steps.map(({ intention, at }, index) => ({
    ...intention,
    id: changeId(2_000_000 + index),
    at: at ?? NOON,
    v: 1,
    ...(at !== null && { original: true }),
  }))
