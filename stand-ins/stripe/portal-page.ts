import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { html } from 'hono/html'
import type { Stripe } from 'stripe'
import { listNewestFirst } from './stripe-state.ts'
import type { StripeState } from './stripe-state.ts'
import type { SubscriptionEngine } from './subscription-engine.ts'
import { customerIdOf } from './create-objects.ts'
import { renderNotFoundPage, renderPage, formatIntervalPrice, translatorForRequest } from './render-page.ts'

type Deed = (subscription: Stripe.Subscription) => void
type Texts = ReturnType<typeof translatorForRequest>

/**
 * Creates the routes of the customer portal, on which a developer can see the subscriptions, cancel them, and make
 * their payments fail.
 */
export function createPortalRoutes({
  state,
  engine,
  changed,
}: {
  state: StripeState
  engine: SubscriptionEngine
  changed: () => void
}) {
  const deeds: Record<string, Deed> = {
    endLater: subscription => engine.endWithPeriod(subscription, true),
    keep: subscription => engine.endWithPeriod(subscription, false),
    endNow: subscription => engine.end(subscription),
    fail: subscription => engine.makePastDue(subscription),
    recover: subscription => engine.recover(subscription),
  }

  const portalIn = (exchange: Exchange) => {
    engine.passTime()
    const id = exchange.req.param('id') ?? ''
    return Object.hasOwn(state.portals, id) ? (state.portals[id] ?? null) : null
  }

  const livingOf = (portal: Stripe.BillingPortal.Session) =>
    listNewestFirst(state.subscriptions).filter(
      subscription => customerIdOf(subscription) === portal.customer && subscription.status !== 'canceled',
    )

  return new Hono()
    .get('/portal/:id', exchange => {
      const portal = portalIn(exchange)
      if (portal === null) return renderNotFoundPage(exchange)
      const texts = translatorForRequest(exchange, portal.locale)
      const { t } = texts
      const living = livingOf(portal)
      const content = html`${
        living.length === 0
          ? html`<section><p>${t('testPayments.nothing')}</p></section>`
          : living.map(subscription => cardOf(subscription, texts))
      }${
        portal.return_url === null
          ? ''
          : html`<a class="button" href="${portal.return_url}">${t('testPayments.back')}</a>`
      }`
      return renderPage(exchange, { title: t('testPayments.manage'), ...texts }, content)
    })
    .post('/portal/:id', async exchange => {
      const portal = portalIn(exchange)
      if (portal === null) return renderNotFoundPage(exchange)
      const { deed, subscription: id } = await exchange.req.parseBody()
      const subscription = livingOf(portal).find(one => one.id === id)
      const perform = typeof deed === 'string' && Object.hasOwn(deeds, deed) ? deeds[deed] : undefined
      if (subscription !== undefined && perform !== undefined) {
        perform(subscription)
        changed()
      }
      return exchange.redirect(`/portal/${portal.id}`, 303)
    })
}

function cardOf(subscription: Stripe.Subscription, texts: Texts) {
  const { t, language } = texts
  const [item] = subscription.items.data
  if (item === undefined) return ''
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    item.current_period_end * 1000,
  )
  const isPastDue = subscription.status === 'past_due'
  const ends = subscription.cancel_at_period_end
  const textKey = isPastDue ? 'testPayments.pastDue' : ends ? 'testPayments.ends' : 'testPayments.renews'
  const button = (deed: string, text: string) => html`<button name="deed" value="${deed}">${text}</button>`
  return html`<section>
    <h2>Dacapo Pro</h2>
    <p class="price">${formatIntervalPrice(item.price, texts)}</p>
    <p>${t(textKey, { date })}</p>
    <form method="post">
      <input type="hidden" name="subscription" value="${subscription.id}" />
      ${ends ? button('keep', t('testPayments.keep')) : button('endLater', t('testPayments.endLater', { date }))}
      ${button('endNow', t('testPayments.endNow'))}
      ${isPastDue ? button('recover', t('testPayments.recover')) : button('fail', t('testPayments.fail'))}
    </form>
  </section>`
}
