import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv'
import * as z from 'zod'

export type RecordedExchange = {
  method: string
  path: string
  requestBody: string | null
  status: number
  contentType: string | null
  body: string
}

const Content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }))
const Described = z.object({ description: z.string(), content: Content.optional() })
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z.object({ content: Content }).optional(),
        responses: z.record(z.string(), Described),
      }),
    ),
  ),
  components: z.object({ schemas: z.object({ Problem: z.record(z.string(), z.unknown()) }) }),
})
type Operation = z.infer<typeof Document>['paths'][string][string]

const CODES_OF_DEFAULT_RESPONSE = new Set(['server-error', 'unavailable'])
/** The formats of these requests are defined by sign-in providers and Stripe. */
const EXTERNAL_FORMATS = /^\/api\/(auth\/callback\/|v1\/stripe\/webhook$)/

/** Returns a check, which returns null or says what the document does not describe (rule HT18). */
export function createTrafficCheck(openapi: unknown): (exchange: RecordedExchange) => string | null {
  const document = Document.parse(openapi)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const problem = ajv.compile(document.components.schemas.Problem)
  const validators = new Map<object, ValidateFunction>()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operation,
    })),
  )

  function faultOfJson(schema: object, text: string): string | null {
    const validate = validators.get(schema) ?? ajv.compile(schema)
    validators.set(schema, validate)
    return validate(JSON.parse(text)) ? null : ajv.errorsText(validate.errors)
  }

  function faultOfProblem(operation: Operation, { status, body }: RecordedExchange): string | null {
    const document: { code: string } = JSON.parse(body)
    if (!problem(document)) return `its problem document: ${ajv.errorsText(problem.errors)}`
    const codes = operation.responses[status]?.description.split(', ') ?? []
    if (codes.includes(document.code) || CODES_OF_DEFAULT_RESPONSE.has(document.code)) return null
    return `the code ${document.code} with status ${status}`
  }

  function faultOfSuccess(operation: Operation, exchange: RecordedExchange): string | null {
    const { status, contentType, requestBody, body } = exchange
    const described = operation.responses[status]
    if (described === undefined) return `the status ${status}`
    const mediaType = contentType?.split(';')[0] ?? null
    if (described.content === undefined) return body === '' ? null : 'that there is a body'
    const content = Object.entries(described.content).find(([range]) => isOfRange(mediaType, range))?.[1]
    if (content === undefined) return `the media type ${mediaType}`
    const schema = operation.requestBody?.content['application/json']?.schema
    // The server accepts a sync with malformed changes and rejects these one by one.
    if (schema !== undefined && !body.includes('"status":"rejected"')) {
      const fault = requestBody === null ? 'it is missing' : faultOfJson(schema, requestBody)
      if (fault !== null) return `a request body that was accepted: ${fault}`
    } else if (schema === undefined && requestBody !== null && requestBody !== '' && requestBody !== '{}')
      return 'that it accepts a body'
    const fault = mediaType === 'application/json' ? faultOfJson(content.schema, body) : null
    return fault === null ? null : `the answer: ${fault}`
  }

  return exchange => {
    const { method, path, status, contentType } = exchange
    if (!path.startsWith('/api/') || EXTERNAL_FORMATS.test(path)) return null
    const operation = operations.find(one => one.method === method && one.path.test(path))?.operation
    if (operation === undefined)
      return [403, 404, 405].includes(status) ? null : `${method} ${path} is not described`
    const isProblem = contentType?.startsWith('application/problem+json') === true
    const fault = isProblem ? faultOfProblem(operation, exchange) : faultOfSuccess(operation, exchange)
    return fault === null ? null : `${method} ${path}: /openapi.json does not describe ${fault}`
  }
}

const isOfRange = (mediaType: string | null, range: string) =>
  range.endsWith('/*') ? mediaType?.startsWith(range.slice(0, -1)) === true : mediaType === range
