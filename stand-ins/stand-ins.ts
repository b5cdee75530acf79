import type { StandIns } from '#server/context.ts'

/**
 * All local replacements for external services. Each is imported when it is first used, so that the server starts
 * fast.
 */
export const standIns: StandIns = {
  createMailer: async (db, options) => (await import('./mailbox.ts')).createMailboxMailer(db, options),
  startPayments: async (configuration, now) =>
    (await import('./stripe/payments-for-development.ts')).startPaymentsForDevelopment(configuration, now),
  startProviders: async (configuration, clients) =>
    (await import('./oidc/stand-in-gateway.ts')).createStandInGateway(configuration, clients),
  createRoutes: async context => (await import('./routes.ts')).createDevRoutes(context),
}
