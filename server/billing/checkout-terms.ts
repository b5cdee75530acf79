import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'

/**
 * The properties of a Stripe checkout page that determine who pays how much. An open page with different terms must not
 * be reused.
 */
export type CheckoutTerms = {
  origin: string
  userId: string
  customerId: string
  price: string
  language: string
}

/**
 * Returns the parameters for creating a Stripe checkout session (spec 3 and 7). Their metadata contains a digest of
 * all parameters, by which an open page with the same terms is recognized.
 */
export function checkoutParameters({ origin, userId, customerId, price, language }: CheckoutTerms) {
  const parameters = {
    mode: 'subscription',
    customer: customerId,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    success_url: `${origin}/account?checkout=done`,
    cancel_url: `${origin}/account?checkout=cancelled`,
    automatic_tax: { enabled: true },
    // Stripe computes tax from the address typed on the page, and refuses automatic tax for a known customer without
    // this setting.
    customer_update: { address: 'auto', name: 'auto' },
    allow_promotion_codes: true,
    locale: stripeLocale(language),
    subscription_data: { metadata: { userId } },
  } satisfies Stripe.Checkout.SessionCreateParams
  const digest = createHash('sha256').update(JSON.stringify(parameters)).digest('base64url')
  return { ...parameters, metadata: { userId, terms: digest } }
}

// The locales of Stripe's pages that we pass on, without regions.
const STRIPE_LOCALES = new Set(
  'bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(
    ' ',
  ),
)

type Locale = NonNullable<Stripe.Checkout.SessionCreateParams['locale']>

/**
 * Returns the locale of Stripe's checkout page for a language, or 'auto' (the browser's language) if Stripe does not
 * support the given language.
 */
export function stripeLocale(language: string): Locale {
  const [base = ''] = language.toLowerCase().split('-')
  return STRIPE_LOCALES.has(base) ? base : 'auto'
}
