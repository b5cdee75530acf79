import * as z from 'zod/mini'
import type { Change, ChangeId } from '#core/library/change.ts'
import { ENTRY_FIELDS, PART_FIELDS, PIECE_FIELDS } from '#core/library/fields.ts'
import { createLenientWireSchemas, timestampSchema as time } from '#core/library/field-schemas.ts'
import type { Rows } from '#core/library/library.ts'
import type { PracticeEntry } from '#core/library/piece.ts'
import type { Operation } from './operation.ts'
import { CHANGE_REJECTION_CODES } from './problem.ts'

/** The server refuses any other version (rule SC20). */
export const SYNC_PROTOCOL_VERSION = 1
export const MAX_CHANGES_SENT = 50
/** A request with more changes gets status 413 (rule LS19). */
export const MAX_CHANGES_ACCEPTED = 100
/** Pieces and parts share this limit; entries have their own. The rows of one revision may exceed it. */
export const MAX_ROWS_PER_RESPONSE = 500

export type SyncRequest = z.infer<typeof syncRequestSchema>

export type SyncChangeResult = Readonly<z.infer<typeof changeResultSchema>>

export type SyncResponse = Readonly<
  Omit<z.infer<typeof syncResponseSchema>, 'results' | 'rows' | 'entries'>
> & {
  readonly results: readonly SyncChangeResult[]
  readonly rows: Rows
  readonly entries: readonly PracticeEntry[]
}

export type ParseSyncRequestResult =
  | { kind: 'request'; request: SyncRequest }
  | { kind: 'malformed' }
  | { kind: 'too-many' }
  | { kind: 'too-old' }

/** Of each change, validates only the id, because one invalid change must not block the others (CH1). */
export function parseSyncRequest(input: unknown): ParseSyncRequestResult {
  const head = headSchema.safeParse(input)
  if (head.success && head.data.schema !== SYNC_PROTOCOL_VERSION) return { kind: 'too-old' }
  // Counted before parsing, because a body can hold a hundred thousand entries (rule HT44).
  const listed = listSchema.safeParse(input)
  if (listed.success && listed.data.changes.length > MAX_CHANGES_ACCEPTED) return { kind: 'too-many' }
  const parsed = syncRequestSchema.safeParse(input)
  if (!parsed.success) return { kind: 'malformed' }
  return { kind: 'request', request: parsed.data }
}

const headSchema = z.object({ schema: z.int() })
const listSchema = z.object({ changes: z.custom<readonly unknown[]>(Array.isArray) })

/** Includes only the first 50 changes. Their times and `clientNow` must already be in server time. */
export const createSyncRequest = (
  device: Omit<SyncRequest, 'schema' | 'changes'>,
  changes: readonly Change[],
): SyncRequest => ({
  ...device,
  schema: SYNC_PROTOCOL_VERSION,
  clientNow: Math.round(device.clientNow),
  changes: changes.slice(0, MAX_CHANGES_SENT),
})

export const findResultForChange = (answer: SyncResponse, id: ChangeId) =>
  answer.results.find(result => result.id === id)

const revision = z.int().check(z.gte(0))

export const syncRequestSchema = z.strictObject({
  clientId: z.string().check(z.minLength(1), z.maxLength(64)),
  schema: z.literal(SYNC_PROTOCOL_VERSION),
  /**
   * The id of the server's database; null before the first sync. Restoring a backup changes it, because
   * revision numbers are then used a second time. Only ASCII, because PostgreSQL cannot store NUL.
   */
  epoch: z.nullable(z.string().check(z.maxLength(64), z.regex(/^[ -~]*$/))),
  clientNow: time,
  /** The last revision that the device has of pieces and parts; 0 requests all. */
  since: revision,
  entriesSince: revision,
  changes: z.array(z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(64)) })),
})

const rowSchema = {
  id: z.string(),
  createdAt: time,
  deletedAt: z.nullable(time),
  stamps: z.record(z.string(), time),
}
const pieceSchema = z.object({
  ...rowSchema,
  updatedAt: time,
  revision,
  ...createLenientWireSchemas(PIECE_FIELDS),
})
const partSchema = z.object({ ...rowSchema, revision, ...createLenientWireSchemas(PART_FIELDS) })
const entrySchema = z.object({
  id: z.string(),
  at: time,
  retractedAt: z.nullable(time),
  revision,
  ...createLenientWireSchemas(ENTRY_FIELDS),
})

const changeResultSchema = z.discriminatedUnion('status', [
  z.object({ id: z.string(), status: z.enum(['applied', 'duplicate']) }),
  z.object({ id: z.string(), status: z.literal('rejected'), code: z.enum(CHANGE_REJECTION_CODES) }),
])

const syncResponseSchema = z.object({
  results: z.array(changeResultSchema),
  /** True if this response replaces everything that the device has from the server (rule LS17). */
  reset: z.boolean(),
  epoch: z.string(),
  /** The device now has all pieces and parts up to this revision; if `more` is true, there are later ones. */
  revision,
  more: z.boolean(),
  now: time,
  plan: z.nullable(z.literal('pro')),
  rows: z.object({
    pieces: z.array(pieceSchema),
    parts: z.array(partSchema),
  }),
  entries: z.array(entrySchema),
  entriesRevision: revision,
  moreEntries: z.boolean(),
})

export const syncOperation = {
  method: 'POST',
  path: '/api/v1/sync',
  summary: 'One round: sends changes, answers each, and gives what is newer',
  request: syncRequestSchema,
  // The server made the rows by the same rules, so their branded types are trusted.
  response: syncResponseSchema as z.ZodMiniType as z.ZodMiniType<SyncResponse>,
  problems: ['malformed-request', 'client-too-old'],
  caller: 'user',
} as const satisfies Operation
