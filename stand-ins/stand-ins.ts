import type { StandIns } from '#server/context.ts'

/** All stand-ins. Each is loaded at first use, so that it does not slow down the start. */
export const standIns: StandIns = {
  createMailer: async (db, options) => (await import('./mailbox.ts')).createMailboxMailer(db, options),
  startPayments: async (configuration, now) =>
    (await import('./stripe/payments-for-development.ts')).startPaymentsForDevelopment(configuration, now),
  startProviders: async (configuration, clients) =>
    (await import('./oidc/stand-in-gateway.ts')).createStandInGateway(configuration, clients),
  createRoutes: async context => (await import('./routes.ts')).createStandInRoutes(context),
}
