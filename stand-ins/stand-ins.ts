import type { StandIns } from '#server/context.ts'

/** All stand-ins for external services. Each is loaded at its first use, so that the start stays fast. */
export const standIns: StandIns = {
  createMailer: async (db, options) => (await import('./mailbox.ts')).createMailboxMailer(db, options),
  startPayments: async (configuration, now) =>
    (await import('./stripe/payments-for-development.ts')).startPaymentsForDevelopment(configuration, now),
  startProviders: async (configuration, clients) =>
    (await import('./oidc/stand-in-gateway.ts')).createStandInGateway(configuration, clients),
  createRoutes: async context => (await import('./routes.ts')).createStandInRoutes(context),
}
