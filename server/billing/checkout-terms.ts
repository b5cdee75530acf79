import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'

/** What a page to pay on is made of. */
export type Terms = {
  origin: string
  userId: string
  customerId: string
  price: string
  language: string
}

/**
 * The parameters of a checkout session (spec 3 and 7). The digest in its metadata tells later whether an open page
 * is the one that would be made now, to the last parameter.
 */
export function checkoutParameters({ origin, userId, customerId, price, language }: Terms) {
  const parameters = {
    mode: 'subscription',
    customer: customerId,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    success_url: `${origin}/account?checkout=done`,
    cancel_url: `${origin}/account?checkout=cancelled`,
    automatic_tax: { enabled: true },
    // Tax goes by the address that is typed there; without this Stripe refuses automatic tax for a known customer.
    customer_update: { address: 'auto', name: 'auto' },
    allow_promotion_codes: true,
    locale: stripeLocale(language),
    subscription_data: { metadata: { userId } },
  } satisfies Stripe.Checkout.SessionCreateParams
  const digest = createHash('sha256').update(JSON.stringify(parameters)).digest('base64url')
  return { ...parameters, metadata: { userId, terms: digest } }
}

// As far as it is spoken by Stripe's pages, without regions; it asks the browser for every other.
const SPOKEN = new Set(
  'bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(
    ' ',
  ),
)

type Locale = NonNullable<Stripe.Checkout.SessionCreateParams['locale']>

/** The language of the page to pay on. */
export function stripeLocale(language: string): Locale {
  const [base = ''] = language.toLowerCase().split('-')
  return SPOKEN.has(base) ? base : 'auto'
}
