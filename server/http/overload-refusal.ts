import type { IncomingMessage, ServerResponse } from 'node:http'
import { problemDocument } from '#core/protocol/problem.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { createSecurityHeaders } from './security-headers.ts'
import type { OverloadProtection } from './overload-protection.ts'

/**
 * Function that decides, before the app sees a request, whether to refuse it. Returns true if it has sent an error
 * response, and false if the app must handle the request.
 */
export type OverloadRefusal = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean

/** The app reads larger bodies to their end, so that the connection can be used again (rule HT43). */
const LARGEST_BODY_BYTES = 16_384

/**
 * Creates a function that refuses API requests while the server is overloaded (rule HT85). It answers before the app
 * runs and logs nothing, because otherwise the refusals themselves would take most of the server's time.
 */
export function createOverloadRefusal(
  configuration: Pick<Configuration, 'origin' | 'feedbackWidget'>,
  overload: Pick<OverloadProtection, 'isOverloaded' | 'retryAfterSeconds'>,
): OverloadRefusal {
  const document = problemDocument('unavailable')
  const body = JSON.stringify(document)
  const type = 'application/problem+json'
  const headers = {
    ...Object.fromEntries(createSecurityHeaders(configuration)('/api/', type)),
    'content-type': type,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
  }
  return (incoming, outgoing) => {
    if (!overload.isOverloaded() || !isSmallRequest(incoming)) return false
    outgoing
      .writeHead(document.status, { ...headers, 'retry-after': String(overload.retryAfterSeconds()) })
      .end(body)
    return true
  }
}

function isSmallRequest({ url = '', headers }: IncomingMessage): boolean {
  const isSmall = Number(headers['content-length'] ?? 0) <= LARGEST_BODY_BYTES
  return url.startsWith('/api/') && isSmall && headers['transfer-encoding'] === undefined
}
