import { Hono, type Context as Exchange } from 'hono'
import { getConfig } from '#core/protocol/operations.ts'
import { SOCIAL_PROVIDERS } from '#core/protocol/sign-in.ts'
import { usesDevMailbox } from './configuration.ts'
import type { ServerContext } from '#server/context.ts'
import { canOpenMailbox } from '#server/http/request-guards.ts'
import { mount } from '#server/http/mount-operation.ts'

export function configRoutes({ configuration }: Pick<ServerContext, 'configuration'>): Hono {
  const { billing, feedbackWidget: widget } = configuration
  const answer = {
    providers: SOCIAL_PROVIDERS.filter(provider => configuration.social[provider] !== undefined),
    billing: billing.kind === 'stripe',
    testPayments: billing.kind === 'stripe' && billing.host !== undefined,
    widget: widget === null ? null : { script: widget.script, ids: widget.ids },
    sink: configuration.analytics?.host ?? null,
    operator: configuration.operator,
  }
  const mailboxAccess = (exchange: Exchange): 'none' | 'link' | 'terminal' => {
    if (!usesDevMailbox(configuration)) return 'none'
    return canOpenMailbox(exchange, configuration.devKey) ? 'link' : 'terminal'
  }
  const routes = new Hono()
  mount(routes, getConfig, async exchange => ({ ...answer, mailbox: mailboxAccess(exchange) }))
  return routes
}
