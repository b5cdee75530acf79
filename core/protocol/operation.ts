import * as z from 'zod/mini'
import type { ProblemCode } from './problem.ts'

/** One endpoint, described once: the server's route, the app's requests and the OpenAPI document come from it. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With the parameters of the path in braces, as in `/api/v1/sessions/{id}`. */
  readonly path: string
  readonly summary: string
  /** The parameters of the path, which are required, and of the query, by name. */
  readonly parameters?: Readonly<Record<string, z.ZodMiniType>>
  readonly request?: z.core.$ZodType
  /** The JSON of a successful answer; without it and without `mediaType` the answer is empty, with status 204. */
  readonly response?: z.ZodMiniType
  /** The media type of a successful answer that is not, or not always, JSON. */
  readonly mediaType?: string
  /** The status of a successful answer, where it is not 200 or 204. */
  readonly status?: 201
  /** Problems of its own, besides those that come with its method, caller and request (openapi-route.ts). */
  readonly problems?: readonly ProblemCode[]
  /** Who may use it: 'user' needs a valid session; 'user-or-guest' still refuses an ended session. */
  readonly caller: 'user' | 'user-or-guest' | 'anybody'
}

/** Rejects a list that is too long before it parses any entry, which could block the server (rule HT44). */
export const boundedListSchema = <Entry extends z.core.SomeType>(entry: Entry, least: number, most: number) =>
  z.pipe(
    z.transform((input: unknown, context) => {
      if (Array.isArray(input) && input.length > most)
        context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input })
      return input
    }),
    z.array(entry).check(z.minLength(least), z.maxLength(most)),
  )

/** The user whom the page shows. The server refuses a request whose session is another's (rules SI7, BI1). */
export const EXPECTED_USER_HEADER = 'x-dacapo-user'

export const createExpectedUserHeader = (userId: string | null): Record<string, string> =>
  userId === null ? {} : { [EXPECTED_USER_HEADER]: userId }
