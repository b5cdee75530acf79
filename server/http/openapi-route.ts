import * as z from 'zod/mini'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { exportOperation } from '#core/import-export/export-format.ts'
import { changeArgumentSchemas, changeEnvelopeSchema } from '#core/library/change.ts'
import * as operations from '#core/protocol/operations.ts'
import type { Operation } from '#core/protocol/operation.ts'
import { syncOperation, syncRequestSchema } from '#core/protocol/sync-protocol.ts'
import { confirmRequestSchema, signInLinkRequestSchema } from '#server/identity/email-sign-in-routes.ts'
import { PROBLEM_STATUS, problemSchema, type ProblemCode } from '#core/protocol/problem.ts'
import { sessionCookieName } from '#server/identity/host-cookie.ts'
import { PRODUCT_VERSION } from '#server/settings/configuration.ts'

const syncRequestWithChanges = z.strictObject({
  ...syncRequestSchema.shape,
  changes: z.array(
    z.union(
      Object.entries(changeArgumentSchemas).map(([kind, args]) =>
        z.strictObject({ ...changeEnvelopeSchema.shape, kind: z.literal(kind), args }),
      ),
    ),
  ),
})

type Described = Omit<Operation, 'request'> & { readonly request: z.core.$ZodType | undefined }

const STRICTER_REQUESTS: ReadonlyMap<Operation, z.core.$ZodType> = new Map<Operation, z.core.$ZodType>([
  [syncOperation, syncRequestWithChanges],
  [operations.postSignInLink, signInLinkRequestSchema],
  [operations.postSignInConfirmation, confirmRequestSchema],
])

const API_OPERATIONS: readonly Described[] = [
  ...Object.values(operations),
  syncOperation,
  exportOperation,
].map((operation: Operation) => ({
  ...operation,
  request: STRICTER_REQUESTS.get(operation) ?? operation.request,
}))

export function openapiRoutes(origin: string): Hono {
  const document = JSON.stringify(openapiDocument(sessionCookieName(origin)))
  const headers = { 'content-type': 'application/json' }
  return new Hono().get('/openapi.json', compress(), exchange => exchange.body(document, 200, headers))
}

function openapiDocument(sessionCookie: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of API_OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dacapo', version: PRODUCT_VERSION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemSchema) },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
  }
}

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
}

const problemsOf = ({ method, request, caller, problems = [] }: Described): ReadonlySet<ProblemCode> =>
  new Set([
    // Any request can exceed the limits of concurrent requests and bodies (rules HT62, HT84).
    ...(['too-many-requests', 'unavailable'] as const),
    ...(method === 'DELETE' ? (['foreign-origin'] as const) : []),
    ...(request === undefined ? [] : OF_A_BODY),
    ...(caller === 'anybody' ? [] : OF_A_SESSION),
    ...problems,
  ])

const OF_A_BODY = [
  'foreign-origin',
  'unsupported-media-type',
  'too-large',
  'malformed-json',
  'validation',
] as const
const OF_A_SESSION = ['signed-out', 'session-revoked', 'account-deleted'] as const

function described(operation: Described) {
  const { method, path, summary, parameters, request, caller } = operation
  return {
    operationId: operationId(method.toLowerCase(), path),
    summary,
    ...(caller !== 'anybody' && { security: [{ session: [] }, ...(caller === 'user-or-guest' ? [{}] : [])] }),
    ...(parameters !== undefined && { parameters: describedParameters(path, parameters) }),
    ...(request !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(request) } } },
    }),
    responses: {
      ...describedAnswer(operation),
      ...failures([...problemsOf(operation)]),
      default: {
        description:
          'Any request can also fail with server-error, or with unavailable and a Retry-After header: the server is overloaded or ends, or its database does not answer',
        content: problemContent,
      },
    },
  }
}

/** Returns 'deleteSessionsById' for 'delete' and '/api/v1/sessions/{id}'. */
function operationId(method: string, path: string): string {
  const words = path.replace(/^\/api\/(v1\/)?/, '').replaceAll(/\{(\w+)\}/g, 'by-$1')
  return `${method}-${words}`.replaceAll(/[^a-z]+([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function describedParameters(path: string, parameters: Record<string, z.core.$ZodType>) {
  return Object.entries(parameters).map(([name, schema]) => {
    const isInPath = path.includes(`{${name}}`)
    return { name, in: isInPath ? 'path' : 'query', required: isInPath, schema: jsonSchema(schema) }
  })
}

function describedAnswer({ response, mediaType, status }: Described) {
  const hasBody = response !== undefined || mediaType !== undefined
  const content = {
    ...(response !== undefined && { 'application/json': { schema: jsonSchema(response, 'output') } }),
    ...(mediaType !== undefined && { [mediaType]: { schema: { type: 'string' } } }),
  }
  return { [hasBody ? (status ?? 200) : 204]: { description: 'Done', ...(hasBody && { content }) } }
}

const TELLS_WHEN: ReadonlySet<number> = new Set([429, 503])
const retryAfter = {
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer' } },
}

function failures(problems: readonly ProblemCode[]) {
  const groups = Map.groupBy(problems, code => PROBLEM_STATUS[code])
  return Object.fromEntries(
    [...groups].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: problemContent,
        ...(TELLS_WHEN.has(status) && { headers: retryAfter }),
      },
    ]),
  )
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output' = 'input') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
