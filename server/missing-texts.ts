import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import * as z from 'zod'
import { plainText } from './plain-text.ts'
import { problem } from './problem-response.ts'
import { bodyOf } from './request-body.ts'
import { onlyThisMachine } from './request-guards.ts'

/** A text that a screen asked for and no file has. */
type MissingText = { language: string; namespace: string; key: string; fallback: string }

const MOST_KEPT = 500
const MOST_AT_ONCE = 50

// A key becomes a line of the log, and must not begin another one.
const key = plainText()
  .min(1)
  .max(200)
  .regex(/^[^\t\n]*$/)

// What i18next sends: {"key": "what it showed instead"}.
const report = z
  .record(key, plainText().max(1000))
  .refine(texts => Object.keys(texts).length > 0 && Object.keys(texts).length <= MOST_AT_ONCE)

/**
 * Collects what screens miss, for whoever writes them: each text once, as a warning in the terminal and in a list
 * (spec 7, rule HT40). For who sits at a developer's machine only: it asks for no session. Every page says that it is so in a header
 * that scripts can read, so that no screen has to ask and nothing about it is kept.
 */
export function missingTextRoutes(folder: string, log: Logger): Hono {
  const kept = new Map<string, MissingText>()
  const app = new Hono()

  app.use(async (exchange, next) => {
    await next()
    exchange.res.headers.set('server-timing', 'missing-texts')
  })
  app.get('/dev/missing-texts.json', exchange => exchange.json([...kept.values()]))
  app.post('/locales/add/:language/:namespace', onlyThisMachine, async exchange => {
    const { language, namespace } = exchange.req.param()
    if (!(await isKnown(folder, language, namespace))) return problem('not-found')
    const sent = await bodyOf(exchange, report)
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

/** Only files that are there: a name from outside never becomes part of a path. */
async function isKnown(folder: string, language: string, namespace: string): Promise<boolean> {
  const languages = await readdir(folder)
  return languages.includes(language) && (await readdir(join(folder, language))).includes(`${namespace}.json`)
}
