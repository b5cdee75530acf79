import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Configuration, StripeSettings } from '#server/settings/configuration.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Identity } from '#server/identity/identity.ts'
import type { StartProviderStandIn } from '#server/identity/social-sign-in.ts'
import type { Mailer } from '#server/mail/mailer.ts'

export type ServerContext = {
  configuration: Configuration
  database: Database
  mailer: Mailer
  identity: Identity
  log: Logger
  /** Simulated external services; null in production. */
  standIns: StandIns | null
  /** The server's time in milliseconds since 1970. */
  now: () => number
}

/** Implemented in `stand-ins/` and passed to the server, which must not import that folder. */
export type StandIns = {
  createMailer: (
    db: Kysely<Tables>,
    options: { print: (text: string) => void; now: () => number },
  ) => Promise<Mailer>
  startPayments: (
    configuration: Configuration,
    now: () => number,
  ) => Promise<{ settings: StripeSettings; close: () => Promise<void> }>
  startProviders: StartProviderStandIn
  createRoutes: (context: ServerContext) => Promise<Hono>
}
