export type ServerReply = { status: number; body: string }

/**
 * Converts a server's reply to the few parts of a Response that send-request.ts reads. A real Response would take longer to
 * create than the rest of a sync round.
 */
export function asResponse({ status, body }: ServerReply): Response {
  const isAnswer = status === 200
  const type = isAnswer ? 'application/json' : 'application/problem+json'
  const headers = new Headers({ 'content-type': type })
  const text = async () => body
  return { status, ok: isAnswer, headers, text } as Response
}
