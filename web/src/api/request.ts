import type { FieldFault, ProblemCode } from '#core/problem.ts'

/** Why a request brought no answer: no network, a problem document, or something that is neither. */
export type Failure =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'problem'
      readonly status: number
      readonly code: ProblemCode
      readonly detail: string | undefined
      readonly errors: readonly FieldFault[]
      /** Seconds after which the server wants to be asked again (Retry-After), or null. */
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'unexpected'; readonly status: number }
