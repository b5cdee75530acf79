import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import * as z from 'zod'
import { plainTextSchema } from '#core/protocol/plain-text.ts'
import { problemResponse } from '#server/http/problem-response.ts'
import { parseRequestBody } from '#server/http/request-body.ts'
import { requireLoopback } from '#server/http/request-guards.ts'

/** A text that a screen requested and that no locale file has. */
type MissingText = { language: string; namespace: string; key: string; fallback: string }

const MOST_KEPT = 500
const MOST_AT_ONCE = 50

// A key is written to the log and must not start a new line.
const key = plainTextSchema(200).check(z.minLength(1), z.regex(/^[^\t\n]*$/))

// The body that i18next sends: {"key": "the text shown instead"}.
const report = z
  .custom<object>(texts => typeof texts === 'object' && texts !== null && isFew(Object.keys(texts).length))
  .pipe(z.record(key, plainTextSchema(1000)))
const isFew = (count: number) => count > 0 && count <= MOST_AT_ONCE

/**
 * Creates the routes that collect missing translations for developers: one logs each missing text once, another lists
 * all (spec 7, rule HT40). Texts can be reported only from this machine. A Server-Timing header on every response
 * tells the app to report missing texts.
 */
export function missingTranslationRoutes(folder: string, log: Logger): Hono {
  const kept = new Map<string, MissingText>()
  const app = new Hono()

  app.use(async (exchange, next) => {
    await next()
    exchange.res.headers.set('server-timing', 'missing-texts')
  })
  app.get('/dev/missing-texts.json', exchange => exchange.json([...kept.values()]))
  app.post('/locales/add/:language/:namespace', requireLoopback, async exchange => {
    const { language, namespace } = exchange.req.param()
    if (!(await isKnown(folder, language, namespace))) return problemResponse('not-found')
    const sent = await parseRequestBody(exchange, report)
    if (sent.kind === 'refused') return sent.response
    for (const [key, fallback] of Object.entries(sent.body)) {
      const name = `${language}/${namespace} ${key}`
      if (kept.has(name) || kept.size >= MOST_KEPT) continue
      kept.set(name, { language, namespace, key, fallback })
      log.warn(`a text is missing: ${name}`)
    }
    return exchange.body(null, 204)
  })

  return app
}

/** Checks for an existing file, so that a name from outside never becomes part of a path. */
async function isKnown(folder: string, language: string, namespace: string): Promise<boolean> {
  const languages = await readdir(folder)
  return languages.includes(language) && (await readdir(join(folder, language))).includes(`${namespace}.json`)
}
