import * as z from 'zod/mini'
import { getExport } from '#core/import-export/export-format.ts'
import { changeArgumentSchemas, changeEnvelopeSchema } from '#core/library/change.ts'
import * as operations from '#core/protocol/operations.ts'
import type { Operation } from '#core/protocol/operation.ts'
import { postSync, syncRequestSchema } from '#core/protocol/sync-protocol.ts'
import { confirmRequestSchema, signInLinkRequestSchema } from '#server/identity/email-sign-in-routes.ts'

/** The sync request with its kinds of changes, which the server parses one by one. */
const syncRequestWithChanges = z.strictObject({
  ...syncRequestSchema.shape,
  changes: z.array(
    z.union(
      Object.entries(changeArgumentSchemas).map(([kind, args]) =>
        z.strictObject({ ...changeEnvelopeSchema.shape, kind: z.literal(kind), args }),
      ),
    ),
  ),
})

type Described = Omit<Operation, 'request'> & { readonly request: z.core.$ZodType | undefined }

/** The requests that the server parses more closely than the app has to describe them. */
const REQUESTS: ReadonlyMap<Operation, z.core.$ZodType> = new Map<Operation, z.core.$ZodType>([
  [postSync, syncRequestWithChanges],
  [operations.postSignInLink, signInLinkRequestSchema],
  [operations.postConfirmation, confirmRequestSchema],
])

/** All operations of the HTTP API, from which its OpenAPI description is generated. */
export const API_OPERATIONS: readonly Described[] = [...Object.values(operations), postSync, getExport].map(
  (operation: Operation) => ({
    ...operation,
    request: REQUESTS.get(operation) ?? operation.request,
  }),
)
