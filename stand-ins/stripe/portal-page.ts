import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { html } from 'hono/html'
import type { Stripe } from 'stripe'
import { newestFirst } from './books.ts'
import type { Books } from './books.ts'
import type { Money } from './money.ts'
import { customerOf } from './new-objects.ts'
import { missingPage, page, priceLine, textsFor } from './page.ts'

type Deed = (subscription: Stripe.Subscription) => void
type Texts = ReturnType<typeof textsFor>

/** Routes of the customer portal: shows the subscriptions and lets the customer cancel them. */
export function portalPages({ books, money, changed }: { books: Books; money: Money; changed: () => void }) {
  const deeds: Record<string, Deed> = {
    endLater: subscription => money.endWithPeriod(subscription, true),
    keep: subscription => money.endWithPeriod(subscription, false),
    endNow: subscription => money.end(subscription),
    fail: subscription => money.makePastDue(subscription),
    recover: subscription => money.recover(subscription),
  }

  const portalIn = (exchange: Exchange) => {
    money.passTime()
    const id = exchange.req.param('id') ?? ''
    return Object.hasOwn(books.portals, id) ? (books.portals[id] ?? null) : null
  }

  const livingOf = (portal: Stripe.BillingPortal.Session) =>
    newestFirst(books.subscriptions).filter(
      subscription => customerOf(subscription) === portal.customer && subscription.status !== 'canceled',
    )

  return new Hono()
    .get('/portal/:id', exchange => {
      const portal = portalIn(exchange)
      if (portal === null) return missingPage(exchange)
      const texts = textsFor(exchange, portal.locale)
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
      return page(exchange, { title: t('testPayments.manage'), ...texts }, content)
    })
    .post('/portal/:id', async exchange => {
      const portal = portalIn(exchange)
      if (portal === null) return missingPage(exchange)
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
  const state = isPastDue ? 'testPayments.pastDue' : ends ? 'testPayments.ends' : 'testPayments.renews'
  const button = (deed: string, text: string) => html`<button name="deed" value="${deed}">${text}</button>`
  return html`<section>
    <h2>Dacapo Pro</h2>
    <p class="price">${priceLine(item.price, texts)}</p>
    <p>${t(state, { date })}</p>
    <form method="post">
      <input type="hidden" name="subscription" value="${subscription.id}" />
      ${ends ? button('keep', t('testPayments.keep')) : button('endLater', t('testPayments.endLater', { date }))}
      ${button('endNow', t('testPayments.endNow'))}
      ${isPastDue ? button('recover', t('testPayments.recover')) : button('fail', t('testPayments.fail'))}
    </form>
  </section>`
}
