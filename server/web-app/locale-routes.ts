import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { Logger } from 'pino'
import * as z from 'zod'
import { problemResponse } from '#server/http/problem-response.ts'
import { plainTextSchema } from '#core/protocol/plain-text.ts'
import { parseRequestBody } from '#server/http/mount-operation.ts'
import { requireLoopbackHost } from '#server/http/request-guards.ts'

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/
const NAMESPACE = /^[a-z][a-z-]{0,30}\.json$/

export const localeRoutes = (folder: string): Hono =>
  new Hono().use(compress(), etag({ weak: true })).get('/:language/:file', async exchange => {
    const { language, file } = exchange.req.param()
    const text = await textsOf(folder, language, file)
    if (text === null) return problemResponse('not-found')
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' }
    return exchange.body(new Uint8Array(text), 200, headers)
  })

async function textsOf(folder: string, language: string, file: string): Promise<Buffer | null> {
  if (!LANGUAGE.test(language) || !NAMESPACE.test(file)) return null
  try {
    return await readFile(join(folder, language, file))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const MOST_KEPT = 500

// What i18next sends: {"key": "the text shown instead"}. A key is written to the log and must not start a new line.
const key = plainTextSchema(200).check(z.minLength(1), z.regex(/^[^\t\n]*$/))
const report = z.record(key, plainTextSchema(1000)).check(z.refine(texts => Object.keys(texts).length > 0))

/** The Server-Timing header tells pages to report missing texts. Only pages opened at localhost may do so. */
export function missingTranslationReportRoutes(folder: string, log: Logger): Hono {
  const kept = new Map<string, { language: string; namespace: string; key: string; fallback: string }>()
  const app = new Hono()

  app.use(async (exchange, next) => {
    await next()
    exchange.res.headers.set('server-timing', 'missing-texts')
  })
  app.get('/dev/missing-texts.json', exchange => exchange.json([...kept.values()]))
  app.post('/locales/add/:language/:namespace', requireLoopbackHost, async exchange => {
    const { language, namespace } = exchange.req.param()
    if ((await textsOf(folder, language, `${namespace}.json`)) === null) return problemResponse('not-found')
    const sent = await parseRequestBody(exchange, report)
    if (sent instanceof Response) return sent
    for (const [key, fallback] of Object.entries(sent)) {
      const name = `${language}/${namespace} ${key}`
      if (kept.has(name) || kept.size >= MOST_KEPT) continue
      kept.set(name, { language, namespace, key, fallback })
      log.warn(`a text is missing: ${name}`)
    }
    return exchange.body(null, 204)
  })

  return app
}
