import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { usesDevMailbox } from './configuration.ts'
import type { Context } from '#server/context.ts'
import { canOpenMailbox } from '#server/http/dev-key.ts'
import { offeredProviders } from './social-settings.ts'

/** GET /config: returns which features are configured, so that screens offer only what works. Contains no secrets. */
export function configRoutes({ configuration }: Pick<Context, 'configuration'>): Hono {
  const { billing, feedbackWidget: widget } = configuration
  const answer = {
    providers: offeredProviders(configuration),
    billing: billing.kind === 'stripe',
    // True if a stand-in takes the payments, so that screens can say that no real money is charged.
    testPayments: billing.kind === 'stripe' && billing.host !== undefined,
    // The widget token is not a secret because it is part of a script address that every browser loads.
    feedback: { widget: widget === null ? null : { script: widget.script, ids: widget.ids } },
    // The server to which events are forwarded with the user's consent.
    analytics: { sink: configuration.analytics?.host ?? null },
    operator: configuration.operator,
  }
  // The sign-in screen links to /dev/mailbox only in a browser that may open it (rule MA8).
  const mailboxAccess = (exchange: Exchange) => {
    if (!usesDevMailbox(configuration)) return 'none'
    return canOpenMailbox(exchange, configuration.devKey) ? 'link' : 'terminal'
  }
  return new Hono().get('/config', exchange => exchange.json({ ...answer, mailbox: mailboxAccess(exchange) }))
}
