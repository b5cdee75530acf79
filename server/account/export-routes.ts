import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Hono } from 'hono'
import { exportOperation } from '#core/import-export/export-format.ts'
import type { ServerContext } from '#server/context.ts'
import { createPacedQueue } from '#server/database/statements.ts'
import { chooseContentEncoding } from '#server/http/content-encoding.ts'
import { mountForUser } from '#server/http/mount-operation.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { refuseIfUserRateLimited } from '#server/http/rate-limit.ts'
import { loadCurrentRevision } from '#server/library/rows-since.ts'
import { loadUnpagedExport, readPagedExportLists, type ExportReadContext } from './export-rows.ts'
import { streamCsvExport, streamJsonExport } from './export-writer.ts'

const MAX_EXPORTS_PER_HOUR = 20

const RETRY_SECONDS = 10

const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv; charset=utf-8; header=present' } as const

export function exportRoutes(context: ServerContext): Hono {
  const { database, identity, now } = context
  const { db } = database
  // An export may take seconds, after which the gate lets other requests of the user run (rule HT84).
  const exportingUsers = new Set<string>()
  const pace = createPacedQueue()
  const routes = new Hono()

  mountForUser(routes, identity, exportOperation, async (exchange, { user }) => {
    const { format = 'json', language = '' } = exchange.req.query()
    if (format !== 'json' && format !== 'csv')
      return problemResponse('validation', { errors: [{ field: 'format', code: 'invalid' }] })
    const refused = await refuseIfUserRateLimited(context, user.id, 'exports-per-user', MAX_EXPORTS_PER_HOUR)
    if (refused !== null) return refused
    if (exportingUsers.has(user.id))
      return problemResponse('too-many-requests', { retryAfterSeconds: RETRY_SECONDS })
    exportingUsers.add(user.id)
    const run = { db, userId: user.id, pace, signal: exchange.req.raw.signal }
    const file = await buildFile(run, format, language).finally(() => exportingUsers.delete(user.id))
    if (file === 'user-gone') return problemResponse('signed-out')
    if (file === 'changed') return problemResponse('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    const headers = {
      'content-type': MEDIA_TYPES[format],
      'content-disposition': `attachment; filename="dacapo-${new Date(now()).toISOString().slice(0, 10)}.${format}"`,
    }
    return chooseContentEncoding(exchange.req.header('accept-encoding'), ['gzip']) === 'gzip'
      ? exchange.body(file.stream(), 200, { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
      : exchange.body(file.stream().pipeThrough(new DecompressionStream('gzip')), 200, headers)
  })

  async function buildFile(
    run: ExportReadContext,
    format: 'json' | 'csv',
    language: string,
  ): Promise<Blob | 'user-gone' | 'changed'> {
    const revision = await loadCurrentRevision(db, run.userId)
    const head = await loadUnpagedExport(run, now())
    if (head === null) return 'user-gone'
    const lists = readPagedExportLists(run)
    const texts =
      format === 'json'
        ? streamJsonExport(head, lists)
        : streamCsvExport(head, lists, /^de\b/i.test(language) ? 'de' : 'en')
    const file = new Blob([await pipeline(texts, createGzip(), buffer)])
    return (await loadCurrentRevision(db, run.userId)) === revision ? file : 'changed'
  }

  return routes
}
