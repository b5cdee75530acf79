import { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { announcesBody } from './request-body.ts'

/** How much of an unread body is read so that the connection can be reused. */
const MOST_BYTES = 8 * 1024 * 1024
const MOST_MILLISECONDS = 5000

// Passed to every request by @hono/node-server.
const connection = z.object({ incoming: z.instanceof(IncomingMessage) })

type Read = () => Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>

/**
 * Reads the rest of a request body and then returns the response `answer`. Unread data would break the next request on
 * the connection, and closing the connection during an upload can lose the response (rule HT43). Reads up to 8 MB
 * within five seconds. If more is left, returns the response with `Connection: close`.
 */
export async function drainUnreadBody(request: Request, env: unknown, answer: Response): Promise<Response> {
  const incoming = connection.safeParse(env).data?.incoming
  if (!announcesBody(request.headers) || incoming?.complete === true) return answer
  const read = readerOf(request, incoming)
  if (read !== null && (await isReadToItsEnd(read))) return answer
  const headers = new Headers(answer.headers)
  headers.set('connection', 'close')
  return new Response(answer.body, { status: answer.status, headers })
}

/**
 * Returns a function that reads the rest of a body, or null if it cannot be read. hono/body-limit keeps its reader when
 * it stops, so the rest is then read from Node's stream.
 */
function readerOf({ body }: Request, incoming: IncomingMessage | undefined): Read | null {
  if (body === null) return null
  if (!body.locked) {
    const reader = body.getReader()
    return () => reader.read()
  }
  const rest: AsyncIterator<Uint8Array> | undefined = incoming?.iterator({ destroyOnReturn: false })
  return rest === undefined ? null : () => rest.next()
}

/** Discards the rest of a body. Returns false if it is too large or too slow. */
async function isReadToItsEnd(read: Read): Promise<boolean> {
  const late = new AbortController()
  const isLate = pause(MOST_MILLISECONDS, 'late' as const, { signal: late.signal }).catch(
    () => 'late' as const,
  )
  try {
    for (let bytes = 0; bytes <= MOST_BYTES;) {
      const chunk = await Promise.race([read(), isLate])
      if (chunk === 'late') return false
      if (chunk.done === true) return true
      bytes += chunk.value?.length ?? 0
    }
    return false
  } catch {
    // The client has gone; nobody uses this connection again.
    return false
  } finally {
    late.abort()
  }
}
