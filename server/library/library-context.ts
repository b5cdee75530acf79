import type { Context } from '#server/context.ts'
import type { Identity } from '#server/identity/identity.ts'

/** What the library's routes need of the server: of identity only who is asking. */
export type LibraryContext = Pick<Context, 'database' | 'log' | 'now'> & {
  identity: Pick<Identity, 'findSession'>
}
