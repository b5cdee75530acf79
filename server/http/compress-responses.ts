import type { MiddlewareHandler } from 'hono'
import { acceptedEncoding, compressBody } from './content-encoding.ts'

// Below this size an answer fits into one packet with its headers.
const WORTH_IT_BYTES = 1000
const EFFORT = 4

/** Content types to compress. Event streams must arrive event by event, and pictures are already compressed. */
const COMPRESSIBLE = /^(application\/(problem\+)?json|text\/csv)\b/

/**
 * Middleware that compresses JSON and CSV responses of more than 1 kB if the client accepts it (rule HT65). It must not
 * be used for routes whose responses contain a secret token, because the compressed length could reveal the token
 * (docs/security.md).
 */
export const compressResponses: MiddlewareHandler = async (exchange, next) => {
  await next()
  const { res } = exchange
  const isText = COMPRESSIBLE.test(res.headers.get('content-type') ?? '')
  if (!isText || res.headers.has('content-encoding')) return
  const encoding = acceptedEncoding(exchange.req.header('accept-encoding'))
  res.headers.append('vary', 'Accept-Encoding')
  if (encoding === 'identity' || exchange.req.method === 'HEAD') return
  if (Number(res.headers.get('content-length') ?? Infinity) <= WORTH_IT_BYTES) return
  // Last, because to look at the body makes a web stream of it.
  if (res.body === null) return

  const body = new Uint8Array(await res.arrayBuffer())
  const isWorthIt = body.length > WORTH_IT_BYTES
  exchange.res = new Response(isWorthIt ? await compressBody(body, encoding, EFFORT) : body, res)
  if (!isWorthIt) return
  exchange.res.headers.set('content-encoding', encoding)
  exchange.res.headers.delete('content-length')
}
