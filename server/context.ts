import type { Logger } from 'pino'
import type { Configuration } from '#server/configuration.ts'
import type { Database } from '#server/database/database.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { Mailer } from '#server/mail/mailer.ts'

/** What every route is handed: made once at the start, closed once at the end. */
export type Context = {
  configuration: Configuration
  database: Database
  mailer: Mailer
  identity: Identity
  log: Logger
  /** The server's clock, in milliseconds since 1970. */
  now: () => number
}
