import { Hono } from 'hono'
import { hasMailbox } from './configuration.ts'
import type { Context } from './context.ts'
import { offeredProviders } from './identity/social-settings.ts'

/** What this server has been set up with, so that screens offer only what works. No secrets. */
export function configRoutes({ configuration }: Pick<Context, 'configuration'>): Hono {
  const { billing, feedbackWidget: widget } = configuration
  const answer = {
    providers: offeredProviders(configuration),
    billing: billing.kind === 'stripe',
    // Whether whoever takes payments only stands in for Stripe, so that a screen can say that no money moves.
    testPayments: billing.kind === 'stripe' && billing.host !== undefined,
    // The sign-in screen of a development machine links to /dev/mailbox.
    mailbox: hasMailbox(configuration),
    // The token travels in the address of a script that every browser fetches: it is no secret.
    feedback: { widget: widget === null ? null : { script: widget.script, ids: widget.ids } },
    // To whom events are passed on, for whoever agrees to that.
    analytics: { sink: configuration.analytics?.host ?? null },
    operator: configuration.operator,
  }
  return new Hono().get('/config', exchange => exchange.json(answer))
}
