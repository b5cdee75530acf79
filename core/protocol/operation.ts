import * as z from 'zod/mini'
import type { ProblemCode } from './problem.ts'

export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** Those named in `path` are required. All others are optional and belong to the query string. */
  readonly parameters?: Readonly<Record<string, z.ZodMiniType>>
  readonly request?: z.core.$ZodType
  /** Without `response` and `mediaType`, a successful response is an empty 204, whatever `status` is. */
  readonly response?: z.ZodMiniType
  readonly mediaType?: string
  readonly status?: 201
  /** Only problems particular to this operation: openapi-route.ts adds those that several have in common. */
  readonly problems?: readonly ProblemCode[]
  /** 'user' requires a valid session. 'user-or-guest' requires none but refuses a session that has ended. */
  readonly caller: 'user' | 'user-or-guest' | 'anybody'
}

/** Checks the length before the entries, because parsing a huge list could block the server (rule HT44). */
export const boundedListSchema = <Entry extends z.core.SomeType>(entry: Entry, least: number, most: number) =>
  z.pipe(
    z.transform((input: unknown, context) => {
      if (Array.isArray(input) && input.length > most)
        context.issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input })
      return input
    }),
    z.array(entry).check(z.minLength(least), z.maxLength(most)),
  )

/** A request with a user's id in this header is refused unless that user is signed in. */
export const EXPECTED_USER_HEADER = 'x-dacapo-user'

export const createExpectedUserHeader = (userId: string | null): Record<string, string> =>
  userId === null ? {} : { [EXPECTED_USER_HEADER]: userId }
