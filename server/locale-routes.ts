import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { problem } from './problem-response.ts'

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/
const NAMESPACE = /^[a-z][a-z-]{0,30}\.json$/

/** The texts of the screens: GET /locales/{lng}/{ns}.json (spec 7). They are kept only after asking again. */
export function localeRoutes(folder: string): Hono {
  return new Hono().use(compress()).get('/:language/:file', async exchange => {
    const { language, file } = exchange.req.param()
    if (!LANGUAGE.test(language) || !NAMESPACE.test(file)) return problem('not-found')
    const text = await textAt(join(folder, language, file))
    if (text === null) return problem('not-found')
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`
    const headers = { 'cache-control': 'no-cache', etag }
    // Compressing makes the tag a weak one (W/…); it still names the same text.
    if (exchange.req.header('if-none-match')?.replace(/^W\//, '') === etag)
      return exchange.body(null, 304, headers)
    return exchange.body(text, 200, { ...headers, 'content-type': 'application/json' })
  })
}

async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
