import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { acceptedEncoding, compressBody, type ContentEncoding } from '#server/http/content-encoding.ts'
import { problemResponse } from '#server/http/problem-response.ts'

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/
const NAMESPACE = /^[a-z][a-z-]{0,30}\.json$/

const HIGHEST_EFFORT = 11

/**
 * Creates the route GET /locales/{lng}/{ns}.json, which returns the app's translated texts (spec 7). Clients
 * revalidate them before each use. A file is compressed only once, and again after it has changed (rule HT65).
 */
export function localeRoutes(folder: string): Hono {
  const compressed = new Map<string, { tag: string; body: Promise<Uint8Array<ArrayBuffer>> }>()
  function bodyOf(name: string, text: Buffer, tag: string, encoding: ContentEncoding) {
    const known = compressed.get(`${name} ${encoding}`)
    if (known?.tag === tag) return known.body
    const body = compressBody(text, encoding, HIGHEST_EFFORT)
    compressed.set(`${name} ${encoding}`, { tag, body })
    return body
  }

  return new Hono().get('/:language/:file', async exchange => {
    const { language, file } = exchange.req.param()
    if (!LANGUAGE.test(language) || !NAMESPACE.test(file)) return problemResponse('not-found')
    const text = await textAt(join(folder, language, file))
    if (text === null) return problemResponse('not-found')
    const encoding = acceptedEncoding(exchange.req.header('accept-encoding'))
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}-${encoding}"`
    const headers = { 'cache-control': 'no-cache', etag: tag, vary: 'Accept-Encoding' }
    // A proxy that compresses makes the ETag weak (W/…), but it still identifies the text.
    if (exchange.req.header('if-none-match')?.replace(/^W\//, '') === tag)
      return exchange.body(null, 304, headers)
    if (encoding !== 'identity') exchange.header('content-encoding', encoding)
    const body = await bodyOf(`${language}/${file}`, text, tag, encoding)
    return exchange.body(body, 200, { ...headers, 'content-type': 'application/json' })
  })
}

async function textAt(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
