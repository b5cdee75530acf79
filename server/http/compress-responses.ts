import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

/** The values of Content-Encoding (RFC 9110, section 8.4). */
export type ContentEncoding = 'br' | 'gzip' | 'identity'

export function chooseContentEncoding(
  header: string | undefined,
  available: readonly ContentEncoding[] = ['br', 'gzip'],
): ContentEncoding {
  const accepted = new Set(
    (header ?? '')
      .split(',')
      .filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map(part => part.split(';')[0]?.trim()),
  )
  return (['br', 'gzip'] as const).find(each => accepted.has(each) && available.includes(each)) ?? 'identity'
}

/** `effort` is Brotli's quality, 0 to 11: 4 costs about as much as gzip, 11 is for what is compressed only once. */
export async function compressBody(
  body: Uint8Array,
  encoding: ContentEncoding,
  effort: number,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (encoding) {
    case 'identity':
      return new Uint8Array(body)
    case 'gzip':
      return new Uint8Array(await promisify(gzip)(body))
    case 'br': {
      const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
      const params = { [BROTLI_PARAM_QUALITY]: effort, [BROTLI_PARAM_SIZE_HINT]: body.length }
      return new Uint8Array(await promisify(brotliCompress)(body, { params }))
    }
  }
}

// Below this size an answer fits into one packet with its headers.
const WORTH_IT_BYTES = 1000
const EFFORT = 4

/** Content types to compress. Event streams must arrive event by event, and pictures are already compressed. */
const COMPRESSIBLE = /^(application\/(problem\+)?json|text\/csv)\b/

/** Not to be used for responses with a secret token, which the length could reveal (docs/security.md). */
export const compressResponses: MiddlewareHandler = async (exchange, next) => {
  await next()
  const { res } = exchange
  const isText = COMPRESSIBLE.test(res.headers.get('content-type') ?? '')
  if (!isText || res.headers.has('content-encoding')) return
  const encoding = chooseContentEncoding(exchange.req.header('accept-encoding'))
  res.headers.append('vary', 'Accept-Encoding')
  if (encoding === 'identity' || exchange.req.method === 'HEAD') return
  if (Number(res.headers.get('content-length') ?? Infinity) <= WORTH_IT_BYTES) return
  // Comes last, because looking at the body turns it into a web stream.
  if (res.body === null) return

  const body = new Uint8Array(await res.arrayBuffer())
  const isWorthIt = body.length > WORTH_IT_BYTES
  exchange.res = new Response(isWorthIt ? await compressBody(body, encoding, EFFORT) : body, res)
  if (!isWorthIt) return
  exchange.res.headers.set('content-encoding', encoding)
  exchange.res.headers.delete('content-length')
}
