import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { html } from 'hono/html'
import type { Stripe } from 'stripe'
import type { StripeState } from './stripe-state.ts'
import type { SubscriptionEngine } from './subscription-engine.ts'
import { customerIdOf } from './create-objects.ts'
import { renderNotFoundPage, renderPage, formatIntervalPrice, translatorForRequest } from './render-page.ts'

type Session = Stripe.Checkout.Session

/** Creates the routes of the checkout page, on which a developer can pay, have the payment declined, or go back. */
export function createCheckoutRoutes({
  state,
  engine,
  changed,
}: {
  state: StripeState
  engine: SubscriptionEngine
  changed: () => void
}) {
  const sessionIn = (exchange: Exchange): Session | null => {
    engine.passTime()
    const id = exchange.req.param('id') ?? ''
    return Object.hasOwn(state.sessions, id) ? (state.sessions[id] ?? null) : null
  }

  return new Hono()
    .get('/pay/:id', exchange => {
      const session = sessionIn(exchange)
      if (session === null) return renderNotFoundPage(exchange)
      return session.status === 'open' ? openPage(exchange, session) : closedPage(exchange, session)
    })
    .post('/pay/:id', async exchange => {
      const session = sessionIn(exchange)
      if (session === null) return renderNotFoundPage(exchange)
      const { card } = await exchange.req.parseBody()
      const here = `/pay/${session.id}`
      if (session.status === 'open') {
        if (card !== 'good') return exchange.redirect(`${here}?declined`, 303)
        engine.pay(session.id)
        changed()
      }
      // A second press finds the session paid and leads to the same page as the first.
      return exchange.redirect(session.status === 'complete' ? doneAt(session) : here, 303)
    })

  function openPage(exchange: Exchange, session: Session) {
    const texts = translatorForRequest(exchange, session.locale)
    const { t } = texts
    const price = engine.priceOf(state.orders[session.id]?.price ?? '')
    const email = session.customer_email ?? emailOf(session)
    const content = html`${
        exchange.req.query('declined') === undefined
          ? ''
          : html`<p role="alert">${t('testPayments.declined')}</p>`
      }
      <section>
        <p class="price">${price === null ? '' : formatIntervalPrice(price, texts)}</p>
        ${email === null ? '' : html`<p class="muted">${email}</p>`}
        <form method="post">
          <button class="first" name="card" value="good">${t('testPayments.pay')}</button>
          <button name="card" value="declined">${t('testPayments.decline')}</button>
        </form>
        ${backLink(session.cancel_url, t('testPayments.cancel'))}
      </section>`
    return renderPage(exchange, { title: 'Dacapo Pro', ...texts }, content, { leadsTo: session.success_url })
  }

  function closedPage(exchange: Exchange, session: Session) {
    const texts = translatorForRequest(exchange, session.locale)
    const { t } = texts
    const isPaid = session.status === 'complete'
    const content = html`<section>
      <p>${t(isPaid ? 'testPayments.paid' : 'testPayments.expired')}</p>
      ${backLink(isPaid ? doneAt(session) : session.cancel_url, t('testPayments.back'))}
    </section>`
    return renderPage(exchange, { title: 'Dacapo Pro', ...texts }, content)
  }

  function emailOf(session: Session): string | null {
    const customer = state.customers[customerIdOf(session) ?? '']
    return customer === undefined || customer.deleted === true ? null : customer.email
  }
}

const backLink = (address: string | null, text: string) =>
  address === null ? '' : html`<a class="button" href="${address}">${text}</a>`

/** Stripe replaces this placeholder in the address with the session's id. */
const doneAt = ({ success_url: address, id }: Session) =>
  (address ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
