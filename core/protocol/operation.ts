import * as z from 'zod/mini'
import type { ProblemCode } from './problem.ts'

/**
 * One endpoint of the HTTP API, described once: the server's route, the app's requests and the OpenAPI document are
 * derived from it.
 */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With the parameters of the path in braces, as in `/api/v1/sessions/{id}`. */
  readonly path: string
  readonly summary: string
  /** Parameters of the path and the query, by name. Those of the path are required. */
  readonly parameters?: Readonly<Record<string, z.ZodMiniType>>
  readonly request?: z.core.$ZodType
  /** The JSON of a successful answer; without it and without `mediaType` the answer is empty, with status 204. */
  readonly response?: z.ZodMiniType
  /** The media type of a successful answer that is not, or not always, JSON. */
  readonly mediaType?: string
  /** The status of a successful answer, where it is not 200 or 204. */
  readonly status?: 201
  /** The error codes of this operation, besides those that every request can get. */
  readonly problems: readonly ProblemCode[]
  /** Who may use it: 'user' needs a valid session. Where guests may, a session that was ended is refused, too. */
  readonly caller: 'user' | 'user-or-guest' | 'anybody'
}

/** Error codes of a request whose body cannot be read. */
export const unreadable = ['foreign-origin', 'unsupported-media-type', 'too-large', 'malformed-json'] as const
/** Error codes for a request without a valid session: expired, revoked elsewhere, or of a deleted account. */
export const signedOut = ['signed-out', 'session-revoked', 'account-deleted'] as const

/**
 * Returns a schema for a list of `least` to `most` entries. It rejects a list that is too long before it parses any
 * entry, because a request could contain a hundred thousand invalid entries and parsing them would block the server
 * (rule HT44).
 */
export const boundedListSchema = <Entry extends z.core.SomeType>(entry: Entry, least: number, most: number) =>
  z.pipe(
    z.transform((input: unknown, context) => {
      if (Array.isArray(input) && input.length > most)
        context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input })
      return input
    }),
    z.array(entry).check(z.minLength(least), z.maxLength(most)),
  )

/**
 * Request header with the id of the user that the page shows. The server refuses the request if the session cookie
 * belongs to another user.
 */
export const EXPECTED_USER_HEADER = 'x-dacapo-user'

/**
 * Returns the request header with the id of the user who is signed in on this page, so that the server can refuse the
 * request if the session belongs to another user by now. Returns no header for a guest (rules SI7, BI1).
 */
export const expectedUserHeader = (userId: string | null): Record<string, string> =>
  userId === null ? {} : { [EXPECTED_USER_HEADER]: userId }
