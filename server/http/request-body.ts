import type { Context as Exchange } from 'hono'
import * as z from 'zod/mini'
import { problemResponse } from './problem-response.ts'

/**
 * Parses and validates a request body. Returns the body or, if it is invalid, the error response: 415 if the content
 * type is not JSON, 400 if the JSON is malformed, 422 with the list of invalid fields otherwise.
 */
export async function parseRequestBody<Schema extends z.core.$ZodType>(
  exchange: Exchange,
  schema: Schema,
): Promise<{ kind: 'body'; body: z.output<Schema> } | { kind: 'refused'; response: Response }> {
  if (!isJsonContentType(exchange.req.header('content-type'))) {
    return { kind: 'refused', response: problemResponse('unsupported-media-type') }
  }
  const text = await exchange.req.text()
  const json = parseJson(text)
  if (json.kind === 'malformed') return { kind: 'refused', response: problemResponse('malformed-json') }
  const result = z.safeParse(schema, json.value, { reportInput: true })
  if (result.success) return { kind: 'body', body: result.data }
  const errors = result.error.issues.map(issue => ({ field: issue.path.join('.'), code: faultCodeOf(issue) }))
  return { kind: 'refused', response: problemResponse('validation', { errors }) }
}

/** Returns true if a Content-Type header is application/json, with or without parameters such as charset. */
export const isJsonContentType = (contentType: string | undefined) =>
  /^application\/json\s*(;|$)/i.test(contentType ?? '')

/** Parses JSON. Returns the value, or 'malformed' instead of throwing. */
export function parseJson(text: string): { kind: 'value'; value: unknown } | { kind: 'malformed' } {
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch {
    return { kind: 'malformed' }
  }
}

/** Returns the stable code for an invalid field. A schema can set its own with `params: { code }`. */
function faultCodeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'string') return issue.params['code']
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  if (issue.code === 'too_small') return 'too-small'
  if (issue.code === 'too_big') return 'too-big'
  if (issue.code === 'unrecognized_keys') return 'unknown-field'
  return 'invalid'
}
