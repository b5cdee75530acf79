import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { getExport } from '#core/import-export/export-format.ts'
import type { ServerContext } from '#server/context.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { limitPerHour } from '#server/http/rate-limit.ts'
import { refusalByUserRateLimit } from '#server/http/user-rate-limit.ts'
import { acceptedEncoding } from '#server/http/content-encoding.ts'
import { streamCompressedFile } from './compressed-file.ts'
import { buildExportFile } from './export-file.ts'
import type { ExportRequest } from './export-file.ts'

/** Enough to try both formats on several devices. Each export reads all data of a user. */
const MAX_EXPORTS_PER_HOUR = 20

/** Retry-After for a library that changed during every attempt to read it. */
const RETRY_SECONDS = 10

/** Route GET /account/export, which returns all data of the signed-in user (rules EX1-EX6). */
export function exportRoutes({ database, identity, now }: ServerContext): Hono {
  const { db } = database
  // An export may take seconds, after which the gate lets other requests of the user run (rule HT85).
  const exportingUsers = new Set<string>()
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
    const ended = await buildExportFile(db, who, { ...asked, now: now(), signal }).finally(() =>
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
