import * as z from 'zod/mini'

/** The reasons why the server rejects a single change. Devices store the code with the change (rule LS6). */
export const CHANGE_REJECTION_CODES = [
  'invalid',
  'unknown-kind',
  'not-found',
  'deleted',
  'too-many-pieces',
  'too-many-parts',
  'last-part',
  'library-full',
  'server-error',
] as const
export type RejectionCode = (typeof CHANGE_REJECTION_CODES)[number]

/** The HTTP status of each error code. The codes are part of the API and must never change (rule HT1). */
export const PROBLEM_STATUS = {
  'malformed-json': 400,
  'malformed-request': 400,
  'link-invalid': 400,
  'link-used': 400,
  'bad-signature': 400,
  'signed-out': 401,
  'session-revoked': 401,
  'account-deleted': 401,
  'foreign-origin': 403,
  'fresh-session-required': 403,
  'not-found': 404,
  'no-customer': 404,
  'already-pro': 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  validation: 422,
  'client-too-old': 426,
  'too-many-requests': 429,
  'too-many-codes': 429,
  'server-error': 500,
  'mail-failed': 502,
  'payment-provider-failed': 502,
  unavailable: 503,
  'billing-not-configured': 503,
} as const
export type ProblemCode = keyof typeof PROBLEM_STATUS

/** The body of every error response, in the format application/problem+json (RFC 9457). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(PROBLEM_STATUS) as ProblemCode[]),
  errors: z.optional(z.readonly(z.array(z.object({ field: z.string(), code: z.string() })))),
})
export type ProblemDocument = z.infer<typeof problemSchema>
export type FieldFault = NonNullable<ProblemDocument['errors']>[number]

export function createProblemDocument(
  code: ProblemCode,
  more: { errors?: readonly FieldFault[] } = {},
): ProblemDocument {
  return { type: `/problems/${code}`, title: titleOf(code), status: PROBLEM_STATUS[code], code, ...more }
}

const titleOf = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')
