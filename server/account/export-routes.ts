import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import type { Context } from '#server/context.ts'
import { askerOf } from '#server/meant-for.ts'
import { problem } from '#server/problem-response.ts'
import { perHour, take } from '#server/rate-limit.ts'
import { exportFile } from './export-file.ts'
import type { Asked } from './export-file.ts'

/** Enough for whoever tries both formats on several devices; each reads everything there is of a user. */
const MOST_PER_HOUR = 20

/** GET /account/export: everything of who is signed in, as a file (rules EX1-EX6). */
export function exportRoutes({ database, identity, now }: Context): Hono {
  const { db } = database
  return new Hono().get('/account/export', async exchange => {
    const signedIn = await askerOf(identity, exchange)
    if (signedIn === null) return problem('signed-out')
    const asked = askedIn(exchange)
    if (asked === null) return problem('validation', { errors: [{ field: 'format', code: 'invalid' }] })
    const who = signedIn.user.id
    const taken = await take(db, {
      what: 'exports-per-user',
      who,
      allowance: perHour(MOST_PER_HOUR),
      now: now(),
    })
    if (taken.kind === 'exhausted') return problem('too-many-requests', taken)
    const file = await exportFile(db, who, now(), asked)
    if (file === null) return problem('signed-out')
    const day = new Date(now()).toISOString().slice(0, 10)
    return exchange.body(new Uint8Array(file), 200, {
      'content-type': MEDIA_TYPES[asked.format],
      'content-length': String(file.length),
      'content-disposition': `attachment; filename="dacapo-${day}.${asked.format}"`,
    })
  })
}

const MEDIA_TYPES = { json: 'application/json', csv: 'text/csv; charset=utf-8; header=present' } as const

function askedIn(exchange: Exchange): Asked | null {
  const format = exchange.req.query('format') ?? 'json'
  if (format === 'json') return { format }
  if (format !== 'csv') return null
  const language = /^de\b/i.test(exchange.req.query('language') ?? '') ? 'de' : 'en'
  return { format, language }
}
