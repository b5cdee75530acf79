import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import * as z from 'zod'
import { SOCIAL_PROVIDERS } from '#core/protocol/social-provider.ts'
import { usesDevMailbox } from './configuration.ts'
import type { ServerContext } from '#server/context.ts'
import { canOpenMailbox } from '#server/http/dev-key.ts'
import { offeredProviders } from './social-settings.ts'

const widgetIds = z.object({ de: z.string(), en: z.string() })

/** Schema of the response of GET /config, which says which optional features are configured. */
export const configResponseSchema = z.object({
  providers: z.array(z.enum(SOCIAL_PROVIDERS)),
  billing: z.boolean(),
  /** True if a local replacement for Stripe handles payments, so that the app can say that no real money is charged. */
  testPayments: z.boolean(),
  feedback: z.object({
    // The widget token is not a secret because it is part of a script address that every browser loads.
    widget: z.object({ script: z.string(), ids: z.object({ nav: widgetIds, done: widgetIds }) }).nullable(),
  }),
  /** `sink` is the host name of the server to which analytics events are forwarded with the user's consent, or null. */
  analytics: z.object({ sink: z.string().nullable() }),
  operator: z.object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /**
   * Where a developer finds the mails of a server that sends none. 'link' means at /dev/mailbox, if this browser may
   * open the mailbox (rule MA8). 'terminal' means in the server's terminal. 'none' means that the server sends mails.
   */
  mailbox: z.enum(['none', 'terminal', 'link']),
})

/**
 * Creates the route GET /config, which returns the configured optional features, so that the app offers only these. The
 * response contains no secrets.
 */
export function configRoutes({ configuration }: Pick<ServerContext, 'configuration'>): Hono {
  const { billing, feedbackWidget: widget } = configuration
  const answer = {
    providers: offeredProviders(configuration),
    billing: billing.kind === 'stripe',
    testPayments: billing.kind === 'stripe' && billing.host !== undefined,
    feedback: { widget: widget === null ? null : { script: widget.script, ids: widget.ids } },
    analytics: { sink: configuration.analytics?.host ?? null },
    operator: configuration.operator,
  }
  const mailboxAccess = (exchange: Exchange) => {
    if (!usesDevMailbox(configuration)) return 'none'
    return canOpenMailbox(exchange, configuration.devKey) ? 'link' : 'terminal'
  }
  return new Hono().get('/config', exchange => {
    const described: z.infer<typeof configResponseSchema> = { ...answer, mailbox: mailboxAccess(exchange) }
    return exchange.json(described)
  })
}
