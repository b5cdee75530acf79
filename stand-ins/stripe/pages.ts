import { Hono, type Context as Exchange } from 'hono'
import { html } from 'hono/html'
import { PAGE_STYLE, pageHeaders, renderPage, type Html } from '../page.ts'
import type { StandInPrice, StandInCheckoutSession, StandInSubscription, StripeAccount } from './account.ts'

const MARK =
  'This is not a real payment. No money moves: this page stands in for Stripe and exists only on this computer.'

export function createStripePages(account: StripeAccount): Hono {
  const { state } = account
  const deeds: Record<string, (id: string) => unknown> = {
    endLater: account.cancelAtPeriodEnd,
    keep: account.keep,
    endNow: account.cancel,
    fail: account.makePastDue,
    recover: account.recover,
  }
  const livingOf = (customer: string) =>
    Object.values(state.subscriptions).filter(one => one.customer === customer && one.status !== 'canceled')

  const app = new Hono()
  app.use(async (_, next) => {
    account.passTime()
    await next()
    account.save()
  })
  return app
    .get('/page.css', exchange => exchange.body(PAGE_STYLE, 200, { 'content-type': 'text/css' }))
    .get('/pay/:id', exchange => {
      const session = state.sessions[exchange.req.param('id')]
      if (session === undefined) return exchange.notFound()
      const isDeclined = exchange.req.query('declined') !== undefined
      const content = session.status === 'open' ? payable(session, isDeclined) : closed(session)
      return page(exchange, 'Dacapo Pro', content, session.success_url)
    })
    .post('/pay/:id', async exchange => {
      const session = state.sessions[exchange.req.param('id')]
      if (session === undefined) return exchange.notFound()
      const { card } = await exchange.req.parseBody()
      const isOpen = session.status === 'open'
      if (isOpen && card !== 'good') return exchange.redirect(`/pay/${session.id}?declined`, 303)
      if (isOpen) account.pay(session.id)
      // A second press finds the session paid and leads to the same page as the first.
      const isPaid = session.status === 'complete'
      return exchange.redirect(isPaid ? (session.success_url ?? '/') : `/pay/${session.id}`, 303)
    })
    .get('/portal/:id', exchange => {
      const portal = state.portals[exchange.req.param('id')]
      if (portal === undefined) return exchange.notFound()
      const living = livingOf(portal.customer).map(cardOf)
      const nothing = html`<section><p>Nothing is being paid for.</p></section>`
      const content = html`${living.length === 0 ? nothing : living}${linkTo(portal.return_url, 'Back to Dacapo')}`
      return page(exchange, 'Your subscription', content)
    })
    .post('/portal/:id', async exchange => {
      const portal = state.portals[exchange.req.param('id')]
      if (portal === undefined) return exchange.notFound()
      const { deed, subscription } = await exchange.req.parseBody()
      const one = livingOf(portal.customer).find(({ id }) => id === subscription)
      if (one !== undefined && typeof deed === 'string') deeds[deed]?.(one.id)
      return exchange.redirect(`/portal/${portal.id}`, 303)
    })

  function payable(session: StandInCheckoutSession, isDeclined: boolean): Html {
    const price = account.price(state.orders[session.id]?.price ?? '')
    return html`${isDeclined ? html`<p role="alert">Your card was declined. Nothing was charged.</p>` : ''}
      <section>
        <p class="price">${formatPrice(price)}</p>
        <p>${account.customer(session.customer).email}</p>
        <form method="post">
          <button class="first" name="card" value="good">Pay</button>
          <button name="card" value="declined">Card is declined</button>
        </form>
        ${linkTo(session.cancel_url, 'Cancel')}
      </section>`
  }
}

function closed({ status, success_url: done, cancel_url: back }: StandInCheckoutSession): Html {
  const isPaid = status === 'complete'
  return html`<section>
    <p>${isPaid ? 'This has been paid.' : 'This page has expired. Begin again in Dacapo.'}</p>
    ${linkTo(isPaid ? done : back, 'Back to Dacapo')}
  </section>`
}

function cardOf({ id, status, cancel_at_period_end: ends, items }: StandInSubscription): Html {
  const [{ current_period_end: end, price }] = items.data
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(end * 1000)
  const isPastDue = status === 'past_due'
  const running = ends ? `Ends on ${date} and is not renewed.` : `Renews on ${date}.`
  const button = (deed: string, text: string) => html`<button name="deed" value="${deed}">${text}</button>`
  return html`<section>
    <h2>Dacapo Pro</h2>
    <p class="price">${formatPrice(price)}</p>
    <p>${isPastDue ? 'The last payment failed. It will be tried again.' : running}</p>
    <form method="post">
      <input type="hidden" name="subscription" value="${id}" />
      ${ends ? button('keep', 'Keep it after all') : button('endLater', `Cancel on ${date}`)}
      ${button('endNow', 'Cancel at once')}
      ${isPastDue ? button('recover', 'Let the payment succeed') : button('fail', 'Let the next payment fail')}
    </form>
  </section>`
}

function formatPrice({ unit_amount: amount, currency, recurring }: StandInPrice): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return `${format.format((amount ?? 0) / 100)} a ${recurring?.interval}`
}

const linkTo = (address: string | null, text: string): Html | '' =>
  address === null ? '' : html`<a class="button" href="${address}">${text}</a>`

const page = (exchange: Exchange, title: string, content: Html, formTarget?: string | null) =>
  exchange.html(renderPage({ title, mark: MARK, style: '/page.css' }, content), 200, pageHeaders(formTarget))
