import * as z from 'zod/mini'
import type { ProblemCode } from './problem.ts'

/** Describes an endpoint, for the server's route, the app's requests and the OpenAPI document. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Parameters in the path are in braces, as in `/api/v1/sessions/{id}`. */
  readonly path: string
  readonly summary: string
  /** The parameters by name: those in `path`, which are required, and those of the query string. */
  readonly parameters?: Readonly<Record<string, z.ZodMiniType>>
  readonly request?: z.core.$ZodType
  /** The JSON of a successful response. If there is no `mediaType` either, the response is an empty 204. */
  readonly response?: z.ZodMiniType
  /** The media type of a successful answer that is not, or not always, JSON. */
  readonly mediaType?: string
  /** The status of a successful response if it is neither 200 nor 204. */
  readonly status?: 201
  /** The operation's own problems; openapi-route.ts adds those that depend on method, caller and request. */
  readonly problems?: readonly ProblemCode[]
  /** 'user' requires a valid session. 'user-or-guest' requires none but refuses a session that has ended. */
  readonly caller: 'user' | 'user-or-guest' | 'anybody'
}

/** Rejects a list that is too long before parsing its entries, which could block the server (rule HT44). */
export const boundedListSchema = <Entry extends z.core.SomeType>(entry: Entry, least: number, most: number) =>
  z.pipe(
    z.transform((input: unknown, context) => {
      if (Array.isArray(input) && input.length > most)
        context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input })
      return input
    }),
    z.array(entry).check(z.minLength(least), z.maxLength(most)),
  )

/** The id of the page's user. The server refuses the request if another user is signed in (SI7, BI1). */
export const EXPECTED_USER_HEADER = 'x-dacapo-user'

export const createExpectedUserHeader = (userId: string | null): Record<string, string> =>
  userId === null ? {} : { [EXPECTED_USER_HEADER]: userId }
