import type { ServerContext } from '#server/context.ts'
import type { Identity } from '#server/identity/identity.ts'

/** The part of the server's context that the library's routes use. Of identity they use only findSession. */
export type LibraryContext = Pick<ServerContext, 'database' | 'log' | 'now'> & {
  identity: Pick<Identity, 'findSession'>
}
