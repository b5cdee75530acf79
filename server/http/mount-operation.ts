import type { Context as Exchange, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Operation } from '#core/protocol/operation.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { UserSession } from '#server/identity/user-session.ts'
import { jsonResponse, problemResponse } from './problem-response.ts'
import { isJsonContentType } from './request-guards.ts'
import { findExpectedUserSession } from './identify-caller.ts'

type BodyOf<O extends Operation> = O extends { request: infer Schema extends z.core.$ZodType }
  ? z.output<Schema>
  : undefined

type AnswerOf<O extends Operation> = O extends { response: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : // eslint-disable-next-line typescript/no-invalid-void-type
    void

const routePath = (operation: Operation): string => operation.path.replaceAll(/\{(\w+)\}/g, ':$1')

export function mount<O extends Operation>(
  app: Hono,
  operation: O,
  handle: (exchange: Exchange, body: BodyOf<O>) => Promise<AnswerOf<O> | Response>,
): void {
  app.on(operation.method, routePath(operation), async exchange => {
    const body = await bodyOf(exchange, operation)
    return body instanceof Response ? body : respond(exchange, operation, await handle(exchange, body))
  })
}

export function mountForUser<O extends Operation & { caller: 'user' }>(
  app: Hono,
  identity: Pick<Identity, 'findSession'>,
  operation: O,
  handle: (exchange: Exchange, signedIn: UserSession, body: BodyOf<O>) => Promise<AnswerOf<O> | Response>,
): void {
  app.on(operation.method, routePath(operation), async exchange => {
    const signedIn = await findExpectedUserSession(identity, exchange)
    if (signedIn === null) return problemResponse('signed-out')
    const body = await bodyOf(exchange, operation)
    return body instanceof Response
      ? body
      : respond(exchange, operation, await handle(exchange, signedIn, body))
  })
}

const bodyOf = async <O extends Operation>(exchange: Exchange, { request }: O) =>
  (request && (await parseRequestBody(exchange, request))) as BodyOf<O> | Response

function respond(exchange: Exchange, { status }: Operation, answer: unknown): Response {
  if (answer instanceof Response) return answer
  return answer === undefined ? exchange.body(null, 204) : jsonResponse(exchange, answer, status)
}

export async function parseRequestBody<Schema extends z.core.$ZodType>(
  exchange: Exchange,
  schema: Schema,
): Promise<z.output<Schema> | Response> {
  if (!isJsonContentType(exchange.req.header('content-type')))
    return problemResponse('unsupported-media-type')
  const json = parseShallowJson(await exchange.req.text())
  if (json.kind === 'malformed') return problemResponse('malformed-json')
  const result = z.safeParse(schema, json.value, { reportInput: true })
  if (result.success) return result.data
  const errors = result.error.issues.map(issue => ({ field: issue.path.join('.'), code: faultCodeOf(issue) }))
  return problemResponse('validation', { errors })
}

/** The app's bodies need only six levels. Parsing 256 kB of nested brackets would block other requests. */
const MOST_LEVELS = 32

export function parseShallowJson(text: string): { kind: 'value'; value: unknown } | { kind: 'malformed' } {
  if (isNestedTooDeep(text)) return { kind: 'malformed' }
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch {
    return { kind: 'malformed' }
  }
}

function isNestedTooDeep(text: string): boolean {
  let levels = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]
    if (isInString && sign === '\\') index += 1
    else if (sign === '"') isInString = !isInString
    else if (!isInString && (sign === '[' || sign === '{')) levels += 1
    else if (!isInString && (sign === ']' || sign === '}')) levels -= 1
    if (levels > MOST_LEVELS) return true
  }
  return false
}

function faultCodeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'string') return issue.params['code']
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  if (issue.code === 'too_small') return 'too-small'
  if (issue.code === 'too_big') return 'too-big'
  if (issue.code === 'unrecognized_keys') return 'unknown-field'
  return 'invalid'
}
