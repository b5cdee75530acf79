import type { Context as Exchange } from 'hono'
import type * as z from 'zod'
import { problem } from './problem-response.ts'

/**
 * The body of a request as the schema has it, or the problem to answer with: 415 for what is not JSON, 400 for
 * what cannot be read, 422 with the list of faulty fields.
 */
export async function bodyOf<Schema extends z.ZodType>(
  exchange: Exchange,
  schema: Schema,
): Promise<{ kind: 'body'; body: z.output<Schema> } | { kind: 'refused'; response: Response }> {
  if (!isJson(exchange.req.header('content-type'))) {
    return { kind: 'refused', response: problem('unsupported-media-type') }
  }
  const text = await exchange.req.text()
  const json = jsonIn(text)
  if (json.kind === 'malformed') return { kind: 'refused', response: problem('malformed-json') }
  const result = schema.safeParse(json.value, { reportInput: true })
  if (result.success) return { kind: 'body', body: result.data }
  const errors = result.error.issues.map(issue => ({ field: issue.path.join('.'), code: faultCodeOf(issue) }))
  return { kind: 'refused', response: problem('validation', { errors }) }
}

/** True for application/json with or without parameters. */
export const isJson = (contentType: string | undefined) =>
  /^application\/json\s*(;|$)/i.test(contentType ?? '')

/** A text as JSON: what it says, or that it is none. */
export function jsonIn(text: string): { kind: 'value'; value: unknown } | { kind: 'malformed' } {
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch {
    return { kind: 'malformed' }
  }
}

/** Stable words for what can be wrong with a field; a schema may name its own with `params: { code }`. */
function faultCodeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'string') return issue.params['code']
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  if (issue.code === 'too_small') return 'too-small'
  if (issue.code === 'too_big') return 'too-big'
  if (issue.code === 'unrecognized_keys') return 'unknown-field'
  return 'invalid'
}
