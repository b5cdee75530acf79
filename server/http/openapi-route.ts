import { Hono } from 'hono'
import * as z from 'zod'
import { PROBLEM_STATUS } from '#core/protocol/problem.ts'
import type { ProblemCode } from '#core/protocol/problem.ts'
import { API_OPERATIONS } from './openapi-operations.ts'
import type { ApiOperation } from './openapi-operations.ts'

/** GET /openapi.json: the API description, generated from the schemas that validate requests. */
export function openapiRoutes(): Hono {
  const document = openapiDocument()
  return new Hono().get('/openapi.json', exchange => exchange.json(document))
}

/** Returns the OpenAPI 3.1 document. */
function openapiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of API_OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dacapo', version: '1' },
    paths,
    components: { schemas: { Problem: problemSchema } },
  }
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(PROBLEM_STATUS) },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, code: { type: 'string' } } },
    },
  },
}

/** Any request with a body can exceed the limit of concurrent bodies (rule HT63). */
const OF_ANY_BODY = ['too-many-requests', 'unavailable'] as const

function described({ summary, request, success, problems }: ApiOperation) {
  const codes = new Set<ProblemCode>([...problems, ...(request === undefined ? [] : OF_ANY_BODY)])
  const { status, schema, mediaType = 'application/json' } = success
  const content =
    status === 204 ? {} : { content: { [mediaType]: { schema: schema ? jsonSchema(schema) : {} } } }
  return {
    summary,
    ...(request === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(request) } } },
        }),
    responses: { [status]: { description: 'Done', ...content }, ...failures([...codes]) },
  }
}

/** Statuses that carry a Retry-After header. */
const TELLS_WHEN: ReadonlySet<number> = new Set([429, 503])
const retryAfter = {
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer' } },
}

/** Returns one response per status, with its error codes in the description. */
function failures(problems: readonly ProblemCode[]) {
  const groups = Map.groupBy(problems, code => PROBLEM_STATUS[code])
  const schema = { $ref: '#/components/schemas/Problem' }
  return Object.fromEntries(
    [...groups].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/problem+json': { schema } },
        ...(TELLS_WHEN.has(status) && { headers: retryAfter }),
      },
    ]),
  )
}

/** Returns the JSON Schema of the input, before transforms. */
function jsonSchema(schema: z.core.$ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
