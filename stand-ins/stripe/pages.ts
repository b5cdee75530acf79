import { Hono } from 'hono'
import type { Context as Exchange } from 'hono'
import { html } from 'hono/html'
import { PAGE_STYLE, pageHeaders, renderPage, textsFor } from '../page.ts'
import type { Html, Texts } from '../page.ts'
import type { StripeAccount } from './account.ts'
import type { StandInPrice, StandInSession, StandInSubscription } from './objects.ts'

/**
 * Creates the pages that Stripe hosts: the checkout, on which a developer can pay, be declined, or go back, and the
 * customer portal, on which subscriptions are canceled and payments made to fail.
 */
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

  const app = new Hono<{ Bindings: object }>()
    .get('/page.css', exchange =>
      exchange.body(PAGE_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }),
    )
    .get('/pay/:id', exchange => {
      account.passTime()
      const session = Object.hasOwn(state.sessions, exchange.req.param('id'))
        ? account.session(exchange.req.param('id'))
        : null
      if (session === null) return missingPage(exchange)
      const texts = textsOf(exchange, session.locale)
      const content = session.status === 'open' ? payable(exchange, session, texts) : closed(session, texts)
      return page(exchange, 'Dacapo Pro', texts, content, session.success_url)
    })
    .post('/pay/:id', async exchange => {
      account.passTime()
      const id = exchange.req.param('id')
      if (!Object.hasOwn(state.sessions, id)) return missingPage(exchange)
      const session = account.session(id)
      const { card } = await exchange.req.parseBody()
      if (session.status === 'open') {
        if (card !== 'good') return exchange.redirect(`/pay/${id}?declined`, 303)
        account.pay(id)
        account.save()
      }
      // A second press finds the session paid and leads to the same page as the first.
      return exchange.redirect(
        session.status === 'complete' ? (session.success_url ?? '/') : `/pay/${id}`,
        303,
      )
    })
    .get('/portal/:id', exchange => {
      account.passTime()
      const portal = state.portals[exchange.req.param('id')]
      if (portal === undefined) return missingPage(exchange)
      const texts = textsOf(exchange, portal.locale)
      const { t } = texts
      const living = livingOf(portal.customer)
      const content = html`${
        living.length === 0
          ? html`<section><p>${t('testPayments.nothing')}</p></section>`
          : living.map(subscription => cardOf(subscription, texts))
      }${linkTo(portal.return_url, t('testPayments.back'))}`
      return page(exchange, t('testPayments.manage'), texts, content)
    })
    .post('/portal/:id', async exchange => {
      account.passTime()
      const portal = state.portals[exchange.req.param('id')]
      if (portal === undefined) return missingPage(exchange)
      const { deed, subscription } = await exchange.req.parseBody()
      const one = livingOf(portal.customer).find(({ id }) => id === subscription)
      if (one !== undefined && typeof deed === 'string' && Object.hasOwn(deeds, deed)) {
        deeds[deed]?.(one.id)
        account.save()
      }
      return exchange.redirect(`/portal/${portal.id}`, 303)
    })
  return app as unknown as Hono

  function payable(exchange: Exchange, session: StandInSession, texts: Texts): Html {
    const { t } = texts
    const price = account.price(state.orders[session.id]?.price ?? '')
    const isDeclined = exchange.req.query('declined') !== undefined
    return html`${isDeclined ? html`<p role="alert">${t('testPayments.declined')}</p>` : ''}
      <section>
        <p class="price">${formatPrice(price, texts)}</p>
        <p class="muted">${account.customer(session.customer).email ?? ''}</p>
        <form method="post">
          <button class="first" name="card" value="good">${t('testPayments.pay')}</button>
          <button name="card" value="declined">${t('testPayments.decline')}</button>
        </form>
        ${linkTo(session.cancel_url, t('testPayments.cancel'))}
      </section>`
  }
}

function closed({ status, success_url: done, cancel_url: back }: StandInSession, { t }: Texts): Html {
  const isPaid = status === 'complete'
  return html`<section>
    <p>${t(isPaid ? 'testPayments.paid' : 'testPayments.expired')}</p>
    ${linkTo(isPaid ? done : back, t('testPayments.back'))}
  </section>`
}

function cardOf({ id, status, cancel_at_period_end: ends, items }: StandInSubscription, texts: Texts): Html {
  const { t, language } = texts
  const [item] = items.data
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const date = format.format(item.current_period_end * 1000)
  const isPastDue = status === 'past_due'
  const state = isPastDue ? 'testPayments.pastDue' : ends ? 'testPayments.ends' : 'testPayments.renews'
  const button = (deed: string, text: string) => html`<button name="deed" value="${deed}">${text}</button>`
  return html`<section>
    <h2>Dacapo Pro</h2>
    <p class="price">${formatPrice(item.price, texts)}</p>
    <p>${t(state, { date })}</p>
    <form method="post">
      <input type="hidden" name="subscription" value="${id}" />
      ${ends ? button('keep', t('testPayments.keep')) : button('endLater', t('testPayments.endLater', { date }))}
      ${button('endNow', t('testPayments.endNow'))}
      ${isPastDue ? button('recover', t('testPayments.recover')) : button('fail', t('testPayments.fail'))}
    </form>
  </section>`
}

/** Formats a price with its interval, such as "€19.99 a year". */
function formatPrice({ unit_amount: amount, currency, recurring }: StandInPrice, { language, t }: Texts) {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  const price = format.format((amount ?? 0) / 100)
  return t(recurring?.interval === 'year' ? 'testPayments.yearly' : 'testPayments.monthly', { price })
}

const linkTo = (address: string | null, text: string): Html | '' =>
  address === null ? '' : html`<a class="button" href="${address}">${text}</a>`

/** The language that our server has set for the page; where it has set none, the browser's. */
const textsOf = (exchange: Exchange, locale: string | null): Texts =>
  textsFor(locale === null || locale === 'auto' ? (exchange.req.header('accept-language') ?? '') : locale)

function page(exchange: Exchange, title: string, texts: Texts, content: Html, formTarget?: string | null) {
  const { t, language } = texts
  const about = { title: `${title} · ${t('testPayments.mark')}`, mark: t('testPayments.explanation') }
  const body = renderPage(
    { ...about, language, style: '/page.css' },
    html`<h1>${title}</h1>
      ${content}`,
  )
  return exchange.html(body, 200, pageHeaders(formTarget))
}

/** Answers an unknown address. */
function missingPage(exchange: Exchange) {
  const texts = textsOf(exchange, null)
  exchange.status(404)
  const title = texts.t('testPayments.mark')
  return page(exchange, title, texts, html`<section><p>${texts.t('testPayments.missing')}</p></section>`)
}
