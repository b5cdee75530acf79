/** Why the server rejected a change. The device sets the change aside with this code (rule PB1). */
export const REJECTION_CODES = [
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
/** The code with which the server rejects a single change of a round. */
export type RejectionCode = (typeof REJECTION_CODES)[number]

/** The stable codes of problem documents (RFC 9457), each with its HTTP status (rule PB2). */
export const PROBLEM_STATUS = {
  'malformed-json': 400,
  'malformed-request': 400,
  'link-invalid': 400,
  'bad-signature': 400,
  'signed-out': 401,
  'session-revoked': 401,
  'account-deleted': 401,
  'foreign-origin': 403,
  'fresh-session-required': 403,
  'not-found': 404,
  'no-customer': 404,
  'method-not-allowed': 405,
  'already-pro': 409,
  'sign-in-taken': 409,
  'last-sign-in': 409,
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
/** The stable code of a problem document (RFC 9457). */
export type ProblemCode = keyof typeof PROBLEM_STATUS

/** What is wrong with one field of a request. */
export type FieldFault = { readonly field: string; readonly code: string }

/** The body of every failed request, sent as application/problem+json (RFC 9457). */
export type ProblemDocument = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ProblemCode
  readonly detail?: string
  readonly errors?: readonly FieldFault[]
}

/** Returns the problem document (RFC 9457) of a code, with the code's HTTP status and a title made from its words. */
export function problemDocument(
  code: ProblemCode,
  more: { detail?: string; errors?: readonly FieldFault[] } = {},
): ProblemDocument {
  return { type: `/problems/${code}`, title: titleOf(code), status: PROBLEM_STATUS[code], code, ...more }
}

const titleOf = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ')
