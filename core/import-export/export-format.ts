import * as z from 'zod/mini'
import { ENTRY_FIELDS, PART_FIELDS, PIECE_FIELDS } from '#core/library/fields.ts'
import { createFileSchemas, timestampSchema as time } from '#core/library/field-schemas.ts'
import type { Operation } from '#core/protocol/operation.ts'

export const EXPORT_FORMAT_NAME = 'dacapo-export'
/** Increment this if older app versions would misread new files. Additional fields do not require it. */
export const EXPORT_VERSION = 1

const moment = z.nullable(time)

const exportedRow = {
  id: z.string(),
  createdAt: time,
  deletedAt: moment,
  stamps: z.optional(z.record(z.string(), time)),
}

const exportedPiece = z.object({ ...exportedRow, updatedAt: time, ...createFileSchemas(PIECE_FIELDS) })
const exportedPart = z.object({ ...exportedRow, ...createFileSchemas(PART_FIELDS) })
const exportedPractice = z.object({
  id: z.string(),
  at: time,
  retractedAt: moment,
  ...createFileSchemas(ENTRY_FIELDS),
})

const profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.nullable(z.string()),
  picture: z.nullable(z.object({ type: z.string(), base64: z.string() })),
  createdAt: time,
})

const signInMethod = z.object({ provider: z.string(), accountId: z.string(), since: time })

const device = z.object({
  signedInAt: time,
  lastUsedAt: time,
  expiresAt: time,
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})

const subscription = z.object({
  id: z.string(),
  status: z.string(),
  currentPeriodEnd: moment,
  cancelAtPeriodEnd: z.boolean(),
})

const feedback = z.object({
  id: z.string(),
  text: z.string(),
  language: z.string(),
  screen: z.string(),
  kind: z.enum(['feedback', 'support']),
  writtenAt: time,
})

const usageEvent = z.object({
  id: z.string(),
  name: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  at: time,
})

export const accountExportSchema = z.object({
  format: z.literal(EXPORT_FORMAT_NAME),
  version: z.literal(EXPORT_VERSION),
  exportedAt: time,
  profile,
  signInMethods: z.array(signInMethod),
  devices: z.array(device),
  customerId: z.nullable(z.string()),
  subscriptions: z.array(subscription),
  feedback: z.array(feedback),
  pieces: z.array(exportedPiece),
  parts: z.array(exportedPart),
  practice: z.array(exportedPractice),
  events: z.array(usageEvent),
})

export type ExportDocument = z.infer<typeof accountExportSchema>
export type ExportedPiece = ExportDocument['pieces'][number]
export type ExportedPartRow = ExportDocument['parts'][number]
export type ExportedPracticeEntry = ExportDocument['practice'][number]

export const exportOperation = {
  method: 'GET',
  path: '/api/v1/account/export',
  parameters: {
    format: z.enum(['json', 'csv']),
    language: z.string().check(z.describe('The language of the table, such as de')),
  },
  summary:
    'Everything of whoever is signed in; with ?format=csv as one table, in ?language=de with German words',
  response: accountExportSchema,
  mediaType: 'text/csv',
  problems: ['validation'],
  caller: 'user',
} as const satisfies Operation
