import type * as z from 'zod'
import type { ProblemCode } from '#core/protocol/problem.ts'

/** An operation of the HTTP API as OpenAPI describes it. `problems` lists the error codes that it can return. */
export type ApiOperation = {
  method: 'get' | 'post' | 'delete'
  path: string
  summary: string
  request?: z.core.$ZodType
  success: {
    status: 200 | 201 | 204 | 303
    schema?: z.core.$ZodType
    otherMediaType?: string
    notModified?: true
  }
  /** Parameters of the path and the query, by name. Those of the path are required. */
  parameters?: Readonly<Record<string, z.core.$ZodType>>
  problems: readonly ProblemCode[]
  /** True if guests may use the operation, too. Even then, a request with a session that was ended is refused. */
  forGuestsToo?: true
}
