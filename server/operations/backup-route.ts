import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import type { ServerContext } from '#server/context.ts'
import { hasBearerToken, isForwardedRequest } from '#server/http/request-guards.ts'
import { problemResponse } from '#server/http/problem-response.ts'

/** URL path at which `npm run backup` gets a dump of the embedded database from the running server. */
export const BACKUP_PATH = '/healthz/backup'

/**
 * Returns the key that requests to BACKUP_PATH must contain. The key is derived from the server's secret, so that
 * `npm run backup`, which knows the same secret, can derive it, too.
 */
export const deriveBackupKey = (secret: string) =>
  createHmac('sha256', secret).update('the key of /healthz/backup').digest('base64url')

/**
 * Route GET /healthz/backup, which returns a dump of the embedded database: only this process can read its files (rule
 * BR6). Returns 404 with a PostgreSQL, to a request that a proxy has passed on, and unless it contains the key that
 * deriveBackupKey returns.
 */
export function backupRoutes({ configuration, database }: Pick<ServerContext, 'configuration' | 'database'>) {
  return new Hono().get(BACKUP_PATH, async exchange => {
    const isAllowed =
      !isForwardedRequest(exchange.req.header()) &&
      hasBearerToken(exchange, deriveBackupKey(configuration.secret))
    const dump = isAllowed ? await database.dump?.() : undefined
    if (dump === undefined) return problemResponse('not-found')
    return exchange.body(dump.stream(), 200, { 'content-type': 'application/gzip' })
  })
}
