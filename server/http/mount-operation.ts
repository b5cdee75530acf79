import type { Context as Exchange, Hono } from 'hono'
import type * as z from 'zod/mini'
import type { Operation } from '#core/protocol/operation.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { UserSession } from '#server/identity/user-session.ts'
import { problemResponse } from './problem-response.ts'
import { parseRequestBody } from './request-body.ts'
import { requireUser } from './require-user.ts'

/** What a handler of an operation gets as the body: what the description's schema makes of it, or undefined. */
type BodyOf<O extends Operation> = O extends { request: infer Schema extends z.core.$ZodType }
  ? z.output<Schema>
  : undefined

/** What a handler of an operation returns: the JSON that is described, or nothing where the answer is empty. */
type AnswerOf<O extends Operation> = O extends { response: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : // eslint-disable-next-line typescript/no-invalid-void-type
    void

/** The path of an operation in the way Hono writes it, as in `/api/v1/sessions/:id`. */
const routePath = (operation: Operation): string => operation.path.replaceAll(/\{(\w+)\}/g, ':$1')

/**
 * Adds the route of an operation to an app. The handler gets the parsed body, and returns either what the description
 * promises or a response of its own, such as a problem document.
 */
export function mount<O extends Operation>(
  app: Hono,
  operation: O,
  handle: (exchange: Exchange, body: BodyOf<O>) => Promise<AnswerOf<O> | Response>,
): void {
  app.on(operation.method, routePath(operation), async exchange => {
    const read = await bodyOf(exchange, operation)
    return read.kind === 'refused'
      ? read.response
      : respond(exchange, operation, await handle(exchange, read.body))
  })
}

/** As `mount`, for an operation of signed-in users. Everybody else is refused before the body is read (rule SN13). */
export function mountForUser<O extends Operation & { caller: 'user' }>(
  app: Hono,
  identity: Pick<Identity, 'findSession'>,
  operation: O,
  handle: (exchange: Exchange, signedIn: UserSession, body: BodyOf<O>) => Promise<AnswerOf<O> | Response>,
): void {
  app.on(operation.method, routePath(operation), async exchange => {
    const signedIn = await requireUser(identity, exchange)
    if (signedIn === null) return problemResponse('signed-out')
    const read = await bodyOf(exchange, operation)
    if (read.kind === 'refused') return read.response
    return respond(exchange, operation, await handle(exchange, signedIn, read.body))
  })
}

async function bodyOf<O extends Operation>(
  exchange: Exchange,
  operation: O,
): Promise<{ kind: 'body'; body: BodyOf<O> } | { kind: 'refused'; response: Response }> {
  if (operation.request === undefined) return { kind: 'body', body: undefined as BodyOf<O> }
  const read = await parseRequestBody(exchange, operation.request)
  return read.kind === 'refused' ? read : { kind: 'body', body: read.body as BodyOf<O> }
}

function respond(exchange: Exchange, operation: Operation, answer: unknown): Response {
  if (answer instanceof Response) return answer
  return answer === undefined ? exchange.body(null, 204) : exchange.json(answer, operation.status ?? 200)
}
