import type { ServerContext } from '#server/context.ts'
import type { Identity } from '#server/identity/identity.ts'

/** The dependencies of the routes that read and write libraries. They are a part of ServerContext. */
export type LibraryContext = Pick<ServerContext, 'database' | 'log' | 'now'> & {
  identity: Pick<Identity, 'findSession'>
}
