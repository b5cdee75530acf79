import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import type { Kysely } from 'kysely'
import { getExport } from '#core/import-export/export-format.ts'
import type { ServerContext } from '#server/context.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { limitPerHour, refusalByUserRateLimit } from '#server/http/rate-limit.ts'
import { acceptedEncoding } from '#server/http/compress-responses.ts'
import type { CsvLanguage } from '#core/import-export/csv-formats.ts'
import { createPace, type Pace } from '#server/database/statements.ts'
import type { Tables } from '#server/database/tables.ts'
import { loadCurrentRevision } from '#server/library/rows-since.ts'
import { exportEventPages, exportPracticePages, loadExportWithoutLists } from './export-rows.ts'
import { createCsvExportWriter, createJsonExportWriter } from './export-writer.ts'

/** Enough to try both formats on several devices. Each export reads all data of a user. */
const MAX_EXPORTS_PER_HOUR = 20

/** Retry-After for a library that changed during every attempt to read it. */
const RETRY_SECONDS = 10

/** Route GET /account/export, which returns all data of the signed-in user (rules EX1, EX4). */
export function exportRoutes({ database, identity, now }: ServerContext): Hono {
  const { db } = database
  // An export may take seconds, after which the gate lets other requests of the user run (rule HT84).
  const exportingUsers = new Set<string>()
  const pace = createPace()
  const routes = new Hono()
  mountForUser(routes, identity, getExport, async (exchange, signedIn) => {
    const asked = parseExportRequest(exchange)
    if (asked === null)
      return problemResponse('validation', { errors: [{ field: 'format', code: 'invalid' }] })
    const who = signedIn.user.id
    const { signal } = exchange.req.raw
    const refused = await refusalByUserRateLimit(db, {
      what: 'exports-per-user',
      who,
      allowance: limitPerHour(MAX_EXPORTS_PER_HOUR),
      now: now(),
    })
    if (refused !== null) return refused
    if (exportingUsers.has(who))
      return problemResponse('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
    exportingUsers.add(who)
    const ended = await buildExportFile(db, who, { ...asked, now: now(), signal, pace }).finally(() =>
      exportingUsers.delete(who),
    )
    if (ended.kind === 'user-gone') return problemResponse('signed-out')
    if (ended.kind === 'changing') return problemResponse('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    // Nobody reads this response.
    if (ended.kind === 'client-gone') return problemResponse('malformed-request')
    const { file } = ended
    const day = new Date(now()).toISOString().slice(0, 10)
    const encoding = acceptsGzip(exchange) ? 'gzip' : 'identity'
    return exchange.body(streamCompressedFile(file, encoding), 200, {
      'content-type': MEDIA_TYPES[asked.format],
      'content-length': String(encoding === 'gzip' ? file.gzipBytes : file.bytes),
      ...(encoding === 'gzip' && { 'content-encoding': encoding, vary: 'Accept-Encoding' }),
      'content-disposition': `attachment; filename="dacapo-${day}.${asked.format}"`,
    })
  })
  return routes
}

const acceptsGzip = (exchange: Exchange) =>
  acceptedEncoding(exchange.req.header('accept-encoding'), ['gzip']) === 'gzip'

const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv; charset=utf-8; header=present' } as const

function parseExportRequest(exchange: Exchange): ExportRequest | null {
  const format = exchange.req.query('format') ?? 'json'
  if (format === 'json') return { format }
  if (format !== 'csv') return null
  const language = /^de\b/i.test(exchange.req.query('language') ?? '') ? 'de' : 'en'
  return { format, language }
}

/** The requested format of an export. A CSV export also has a language. */
type ExportRequest = { format: 'json' } | { format: 'csv'; language: CsvLanguage }

/**
 * The options of an export: its format, the current time `now` in milliseconds, a `signal` that aborts it if the client
 * closes the connection, and the pace that it shares with other exports.
 */
type ExportOptions = ExportRequest & { now: number; signal: AbortSignal; pace: Pace }

/**
 * The exported file, or the reason why there is none: the user was deleted, the library changed during every attempt,
 * or the client has closed the connection.
 */
type ExportResult =
  | { kind: 'file'; file: CompressedFile }
  | { kind: 'user-gone' }
  | { kind: 'changing' }
  | { kind: 'client-gone' }

/** Only another server can write while an export is read, so a second attempt is rare. */
const MAX_ATTEMPTS = 3

/**
 * Builds a complete export file from one consistent state of the library (rule EX1). Reads many small pages, so that
 * other requests are not blocked. If the library has changed meanwhile, starts again, and returns 'changing' after the
 * third attempt. Returns 'user-gone' if the user was deleted, and 'client-gone' if `run.signal` was aborted. Builds the
 * whole file before it is sent, so that a failure leads to an error response instead of a truncated file.
 */
export async function buildExportFile(
  db: Kysely<Tables>,
  userId: string,
  run: ExportOptions,
): Promise<ExportResult> {
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const revision = await loadCurrentRevision(db, userId)
      const file = await renderExportFile(db, userId, run)
      if (file === null) return { kind: 'user-gone' }
      if ((await loadCurrentRevision(db, userId)) === revision) return { kind: 'file', file }
    }
    return { kind: 'changing' }
  } catch (error) {
    if (run.signal.aborted) return { kind: 'client-gone' }
    throw error
  }
}

async function renderExportFile(
  db: Kysely<Tables>,
  userId: string,
  { now, signal, pace, ...asked }: ExportOptions,
): Promise<CompressedFile | null> {
  const head = await loadExportWithoutLists(db, userId, now, pace)
  if (head === null) return null
  const writer =
    asked.format === 'json' ? createJsonExportWriter() : createCsvExportWriter(head, asked.language)
  return createCompressedFile(async function* () {
    yield writer.begin(head)
    for await (const rows of exportPracticePages(db, userId, pace)) yield writer.practice(rows)
    yield writer.between
    for await (const rows of exportEventPages(db, userId, pace)) yield writer.events(rows)
    yield writer.end
  }, signal)
}

/**
 * A gzip-compressed file in memory. `chunks` are its compressed bytes, and `gzipBytes` is their total number. `bytes`
 * is the length of the file without compression.
 */
type CompressedFile = {
  readonly chunks: readonly Buffer[]
  readonly gzipBytes: number
  readonly bytes: number
}

/**
 * Joins texts into one file and compresses it with gzip. Compresses the texts while they are being generated, so that
 * the whole uncompressed file is never in memory (rule EX1). Rejects if `signal` is aborted.
 */
async function createCompressedFile(
  texts: () => AsyncIterable<string>,
  signal: AbortSignal,
): Promise<CompressedFile> {
  const chunks: Buffer[] = []
  let [bytes, gzipBytes] = [0, 0]
  await pipeline(
    async function* () {
      for await (const text of texts()) {
        const encoded = Buffer.from(text)
        bytes += encoded.length
        yield encoded
      }
    },
    createGzip(),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) {
        chunks.push(chunk)
        gzipBytes += chunk.length
      }
    },
    { signal },
  )
  return { chunks, gzipBytes, bytes }
}

/** Returns the file as a stream for a response. If `encoding` is 'identity', decompresses it while sending. */
function streamCompressedFile(
  { chunks }: CompressedFile,
  encoding: 'gzip' | 'identity',
): ReadableStream<Uint8Array> {
  const compressed = Readable.from(chunks)
  const sent = encoding === 'gzip' ? compressed : compressed.pipe(createGunzip())
  return Readable.toWeb(sent) as ReadableStream<Uint8Array>
}
