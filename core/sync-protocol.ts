import * as z from 'zod/mini'
import type { Change, ChangeId } from './change.ts'
import type { Timestamp } from './day.ts'
import type { Rows } from './library.ts'
import type { StripeRole } from './plan.ts'
import { REFUSAL_CODES, type RefusalCode } from './problem.ts'
import { timestampSchema as time } from './timestamp-schema.ts'

/** The version of the round below. The server understands no other (rule SY6). */
export const SYNC_SCHEMA = 1
/** How many changes a device sends in one round, and how many the server takes before it answers 413 (rule SY2). */
export const MOST_SENT = 50
export const MOST_ACCEPTED = 100
/** How many rows an answer holds before it says there is more; a revision is never cut in two. */
export const ROWS_PER_ANSWER = 500

/** One round, device to server: push what waits, pull what is newer than `since` (rule SY1). */
export type SyncRequest = {
  readonly clientId: string
  readonly schema: number
  /** The epoch of the last answer; null on first contact. */
  readonly epoch: string | null
  readonly clientNow: Timestamp
  /** The revision this device has; 0 asks for everything. */
  readonly since: number
  /** Each judged alone, so they are parsed one by one (change.ts). */
  readonly changes: readonly { readonly id: string }[]
}

export type SyncResult =
  | { readonly id: string; readonly status: 'applied' | 'duplicate' }
  | { readonly id: string; readonly status: 'rejected'; readonly code: RefusalCode }

/** One round, server to device. */
export type SyncAnswer = {
  readonly results: readonly SyncResult[]
  /** The rows are everything: what the device had confirmed before is void (rule SY4). */
  readonly reset: boolean
  /** Changes when a backup was restored, because revisions are then given out a second time. */
  readonly epoch: string
  readonly revision: number
  readonly more: boolean
  readonly now: Timestamp
  readonly plan: StripeRole
  readonly rows: Rows
}

export type ParsedSyncRequest =
  | { kind: 'request'; request: SyncRequest }
  | { kind: 'malformed' }
  | { kind: 'too-many' }
  | { kind: 'too-old' }

/** A round from outside. The changes in it are still unparsed (rules SY1, SY2, SY6). */
export function parseSyncRequest(input: unknown): ParsedSyncRequest {
  const head = z.object({ schema: z.int() }).safeParse(input)
  if (head.success && head.data.schema !== SYNC_SCHEMA) return { kind: 'too-old' }
  const parsed = syncRequestSchema.safeParse(input)
  if (!parsed.success) return { kind: 'malformed' }
  if (parsed.data.changes.length > MOST_ACCEPTED) return { kind: 'too-many' }
  return { kind: 'request', request: parsed.data }
}

/** An answer from outside, or null: a captive portal answers HTML with 200 (rule SY7). */
export function parseSyncAnswer(input: unknown): SyncAnswer | null {
  const parsed = syncAnswerSchema.safeParse(input)
  // The rows were made by the same rules on the server; their brands are trusted from here on.
  return parsed.success ? (parsed.data as unknown as SyncAnswer) : null
}

/** The round that sends `changes`, already rebased to what the device knows of the server's clock. */
export const syncRequest = (
  device: { clientId: string; epoch: string | null; clientNow: Timestamp; since: number },
  changes: readonly Change[],
): SyncRequest => ({
  clientId: device.clientId,
  schema: SYNC_SCHEMA,
  epoch: device.epoch,
  clientNow: Math.round(device.clientNow),
  since: device.since,
  changes: changes.slice(0, MOST_SENT),
})

/** Was this change dealt with in an answer, and how? */
export const resultOf = (answer: SyncAnswer, id: ChangeId) => answer.results.find(result => result.id === id)

const revision = z.int().check(z.gte(0))

export const syncRequestSchema = z.strictObject({
  clientId: z.string().check(z.minLength(1), z.maxLength(64)),
  schema: z.literal(SYNC_SCHEMA),
  epoch: z.nullable(z.string().check(z.maxLength(64))),
  clientNow: time,
  since: revision,
  changes: z.array(z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(64)) })),
})

const pieceSchema = z.object({
  id: z.string(),
  name: z.string(),
  importance: z.int(),
  endTempo: z.int(),
  click: z.nullable(z.looseObject({})),
  createdAt: time,
  updatedAt: time,
  deletedAt: z.nullable(time),
  revision,
  nameAt: time,
  importanceAt: time,
  endTempoAt: time,
  clickAt: time,
})

const partSchema = z.object({
  id: z.string(),
  pieceId: z.string(),
  name: z.nullable(z.string()),
  position: z.int(),
  currentTempo: z.int(),
  createdAt: time,
  lastPracticed: z.nullable(time),
  deletedAt: z.nullable(time),
  revision,
  nameAt: time,
  tempoAt: time,
})

const practiceSchema = z.object({
  id: z.string(),
  pieceId: z.string(),
  partId: z.string(),
  tempo: z.int(),
  at: time,
  retractedAt: z.nullable(time),
  revision,
})

export const syncAnswerSchema = z.object({
  results: z.array(
    z.discriminatedUnion('status', [
      z.object({ id: z.string(), status: z.enum(['applied', 'duplicate']) }),
      z.object({ id: z.string(), status: z.literal('rejected'), code: z.enum(REFUSAL_CODES) }),
    ]),
  ),
  reset: z.boolean(),
  epoch: z.string(),
  revision,
  more: z.boolean(),
  now: time,
  plan: z.nullable(z.literal('pro')),
  rows: z.object({
    pieces: z.array(pieceSchema),
    parts: z.array(partSchema),
    practice: z.array(practiceSchema),
  }),
})
