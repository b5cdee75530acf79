import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { FormEncodedValues } from './form.ts'
import { OPENAPI_ADDITIONS } from './openapi-additions.ts'
import { createInvalidRequestError, createMissingParameterError } from './stripe-api-error.ts'
import type { StripeApiError } from './stripe-api-error.ts'

/** An operation of Stripe's API description, with the schemas of its request and response. */
type StripeOperation = {
  /** Stripe's own name of the operation, such as PostCheckoutSessions. */
  id: string
  /**
   * Validates the parameters and converts strings to numbers and booleans in place. Returns null if they are valid.
   */
  faultIn: (values: FormEncodedValues) => StripeApiError | null
  /** Returns the faults of the stand-in's own response as sentences; empty if it is valid. */
  faultsOfAnswer: (answer: unknown) => string[]
}

type Schema = { $ref?: string; type?: unknown; [key: string]: unknown }
type Described = {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
type Document = {
  info: { version: string }
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
  'x-stripe-fixtures': Record<string, unknown>
}

// Derived from Stripe's own type declarations, as openapi-subset.md describes.
const document: Document = JSON.parse(readFileSync(join(import.meta.dirname, 'openapi-subset.json'), 'utf8'))
const paths: Document['paths'] = { ...document.paths, ...OPENAPI_ADDITIONS.paths }

/**
 * The only version of Stripe's API that the stand-in implements. The header Stripe-Version of each request must name
 * it.
 */
export const STRIPE_API_VERSION = document.info.version

/** Returns a copy of an example object from Stripe's API description, as a template for a new object. */
export const stripeExampleObject = (name: string): object =>
  structuredClone(document['x-stripe-fixtures'][name]) as object

/**
 * Returns the operation of Stripe's API for a method and a path, with the ids in the path. Returns null if there is
 * none.
 */
export function findOperation(method: string, path: string) {
  for (const route of routes) {
    const found = route.pattern.exec(path)
    const operation = route.operations[method.toLowerCase()]
    if (found !== null && operation !== undefined) return { operation, ids: found.slice(1) }
  }
  return null
}

/**
 * Returns the ids of all operations in the stand-in's copy of Stripe's API description, which contains only a part of
 * Stripe's API.
 */
export const listAllStripeOperationIds = () =>
  Object.values(paths).flatMap(ways => Object.values(ways).map(way => way.operationId))

const requests = ajvWith(asIntegers(document.components.schemas), { coerceTypes: true })
const answers = ajvWith(document.components.schemas, {})

const routes = Object.entries(paths).map(([path, ways]) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
  operations: Object.fromEntries(Object.entries(ways).map(([method, way]) => [method, asOperation(way)])),
}))

function asOperation(described: Described): StripeOperation {
  const { operationId: id, responses } = described
  // Compiled at first use because most operations are never called in one run.
  let request: ValidateFunction | null = null
  let answer: ValidateFunction | null = null
  return {
    id,
    faultIn(values) {
      request ??= requests.compile(requestSchema(described))
      return request(values) ? null : asFault(request.errors ?? [], values)
    },
    faultsOfAnswer(body) {
      answer ??= answers.compile(located(responses['200']?.content['application/json']?.schema ?? {}))
      if (answer(body)) return []
      return (answer.errors ?? []).map(({ instancePath, message }) => `${id} ${instancePath} ${message}`)
    },
  }
}

function requestSchema({ requestBody, parameters = [] }: Described): Schema {
  const body = requestBody?.content['application/x-www-form-urlencoded']?.schema
  if (body !== undefined) return located(body)
  const inQuery = parameters.filter(parameter => parameter.in === 'query')
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]))
  // The subset lacks `expand` for paths of one object. Stripe accepts it everywhere.
  const expand = { type: 'array', items: { type: 'string' } }
  const required = inQuery.filter(parameter => parameter.required).map(({ name }) => name)
  const schema = {
    type: 'object',
    properties: { expand, ...properties },
    required,
    additionalProperties: false,
  }
  return located(asIntegers(schema))
}

function ajvWith(schemas: Record<string, Schema>, options: { coerceTypes?: boolean }) {
  // Skips validation of the schemas and optimization of the generated code, because the first purchase waits for both.
  const quick = { validateSchema: false, meta: false, code: { optimize: false } }
  const ajv = new Ajv2020({ strict: false, allErrors: true, ...quick, ...options })
  return ajv.addSchema({
    $id: 'stripe',
    components: { schemas: { ...schemas, ...OPENAPI_ADDITIONS.schemas } },
  })
}

/** Turns references inside the document into absolute ones. */
function located<T>(schema: T): T {
  return mapped(schema, (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'stripe#') : value,
  )
}

/**
 * Turns number parameters into integers, because the declarations know only `number`. Percentages are the exception.
 */
function asIntegers<T>(schema: T): T {
  return mapped(schema, (key, value, under) =>
    key === 'type' && value === 'number' && !under.includes('percent') ? 'integer' : value,
  )
}

function mapped<T>(value: T, change: (key: string, value: unknown, under: string) => unknown): T {
  const walk = (key: string, inner: unknown, under: string): unknown => {
    if (Array.isArray(inner)) return inner.map(item => walk(key, item, under))
    if (typeof inner !== 'object' || inner === null) return change(key, inner, under)
    const isName = key !== 'anyOf' && key !== 'items'
    return Object.fromEntries(
      Object.entries(inner).map(([name, one]) => [name, walk(name, one, isName ? key : under)]),
    )
  }
  return walk('', value, '') as T
}

/** Converts validation errors to the one error that Stripe would return. */
function asFault(errors: readonly ErrorObject[], values: FormEncodedValues): StripeApiError {
  const telling = errors.filter(({ keyword }) => keyword !== 'anyOf')
  const [first] = telling.toSorted((one, other) => rank(other) - rank(one))
  if (first === undefined) return createInvalidRequestError('Invalid request')
  const steps = first.instancePath.split('/').slice(1)
  const named = (extra?: string) => nameOf(extra === undefined ? steps : [...steps, extra])
  if (first.keyword === 'additionalProperties') {
    const param = named(first.params['additionalProperty'])
    return createInvalidRequestError(`Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    })
  }
  if (first.keyword === 'required') return createMissingParameterError(named(first.params['missingProperty']))
  return wrongValue(first, named(), steps.reduce(inside, values))
}

function wrongValue({ keyword, params }: ErrorObject, param: string, given: unknown): StripeApiError {
  if (given === '')
    return createInvalidRequestError(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  if (keyword === 'enum') {
    const allowed: string[] = params['allowedValues']
    return createInvalidRequestError(`Invalid ${param}: must be one of ${allowed.join(', ')}`, { param })
  }
  const shown = typeof given === 'string' ? given : '{...}'
  if (params['type'] === 'integer')
    return createInvalidRequestError(`Invalid integer: ${shown}`, {
      code: 'parameter_invalid_integer',
      param,
    })
  return createInvalidRequestError(`Invalid ${String(params['type'])}: ${shown}`, { param })
}

const rank = ({ keyword, instancePath }: ErrorObject) =>
  instancePath.split('/').length + (keyword === 'additionalProperties' ? 0.5 : 0)

const nameOf = ([head = '', ...rest]: readonly string[]) => head + rest.map(step => `[${step}]`).join('')

const inside = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
