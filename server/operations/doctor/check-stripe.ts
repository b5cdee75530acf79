import { BILLING_INTERVALS, CURRENCIES } from '#core/plan/prices.ts'
import {
  isStripeConnectionError,
  isStripeError,
  isStripeNotFound,
  createStripeClient,
} from '#server/billing/billing.ts'
import { priceFaults } from '#server/billing/price-check.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import type { StripeSettings } from '#server/settings/stripe-settings.ts'
import { faultFinding, goodFinding, noteFinding } from './finding.ts'
import type { Finding } from './finding.ts'

const AREA = 'Stripe'

/**
 * Checks that the Stripe key is valid and fits this environment, that the four prices match those on screen, and that
 * the signing secret has the right form.
 */
export async function checkStripe({
  billing,
  production,
}: Pick<Configuration, 'billing' | 'production'>): Promise<Finding[]> {
  if (billing.kind === 'none') return [noteFinding(AREA, 'not set up: nothing is sold')]
  const isTest = /^(sk|rk)_test_/.test(billing.secretKey)
  const findings: Finding[] = []
  if (isTest) findings.push(noteFinding(AREA, 'the key is one of a sandbox: no money moves'))
  else if (!production)
    findings.push(
      faultFinding(
        AREA,
        'this is no production configuration, and the key is live',
        'Use a key of a sandbox here (sk_test_… or rk_test_…).',
      ),
    )
  if (!/^whsec_[\w+/=]{24,}$/.test(billing.webhookSecret))
    findings.push(
      faultFinding(
        AREA,
        'STRIPE_WEBHOOK_SECRET is too short, or cut off',
        'Copy the signing secret of the webhook from the dashboard once more: whsec_ and at least 24 characters.',
      ),
    )
  return [...findings, ...(await priceFindings(billing))]
}

async function priceFindings(billing: StripeSettings): Promise<Finding[]> {
  const stripe = createStripeClient(billing)
  const findings: Finding[] = []
  for (const currency of CURRENCIES) {
    for (const interval of BILLING_INTERVALS) {
      const setting = `STRIPE_PRICE_${currency}_${interval.toUpperCase()}`
      try {
        const price = await stripe.prices.retrieve(billing.prices[currency][interval])
        for (const wrong of priceFaults(price, currency, interval))
          findings.push(
            faultFinding(
              AREA,
              `the price of ${setting} ${wrong}`,
              'Make the price as docs/self-hosting.md has it, and put its id into the setting.',
            ),
          )
      } catch (error) {
        // Without an answer the other prices get none either.
        if (isStripeConnectionError(error))
          return [
            faultFinding(
              AREA,
              'cannot be reached',
              'See that this machine may connect to api.stripe.com on port 443.',
            ),
          ]
        if (!isStripeError(error)) throw error
        if (error.statusCode === 401)
          return [
            faultFinding(AREA, 'refuses the key', 'Copy STRIPE_SECRET_KEY from the dashboard once more.'),
          ]
        if (error.statusCode === 403)
          return [
            faultFinding(
              AREA,
              'the key may not read prices',
              'Give the restricted key the rights in docs/self-hosting.md.',
            ),
          ]
        findings.push(
          faultFinding(
            AREA,
            isStripeNotFound(error)
              ? `does not know the price of ${setting}`
              : `gave no answer about ${setting} (${error.type})`,
            'Take the id of the price, not of the product, from the same mode (sandbox or live) as the key.',
          ),
        )
      }
    }
  }
  return findings.length > 0
    ? findings
    : [goodFinding(AREA, 'the key counts, and the four prices are those on screen')]
}
