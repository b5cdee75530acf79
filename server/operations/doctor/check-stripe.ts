import { BILLING_INTERVALS, CURRENCIES } from '#core/plan/prices.ts'
import {
  isStripeConnectionError,
  isStripeError,
  isStripeNotFound,
  createStripeClient,
} from '#server/billing/billing.ts'
import { priceFaults } from '#server/billing/prices.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import type { StripeSettings } from '#server/settings/stripe-settings.ts'
import { createFaultFinding, createGoodFinding, createNoteFinding } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

const AREA = 'Stripe'

/**
 * Checks the Stripe settings: the key is valid and no live key is used outside production, the four prices at Stripe
 * equal those that the app displays, and the signing secret of the webhook has the right format. Returns only a note if
 * Stripe is not configured.
 */
export async function checkStripe({
  billing,
  production,
}: Pick<Configuration, 'billing' | 'production'>): Promise<DoctorFinding[]> {
  if (billing.kind === 'none') return [createNoteFinding(AREA, 'not set up: nothing is sold')]
  const isTest = /^(sk|rk)_test_/.test(billing.secretKey)
  const findings: DoctorFinding[] = []
  if (isTest) findings.push(createNoteFinding(AREA, 'the key is one of a sandbox: no money moves'))
  else if (!production)
    findings.push(
      createFaultFinding(
        AREA,
        'this is no production configuration, and the key is live',
        'Use a key of a sandbox here (sk_test_… or rk_test_…).',
      ),
    )
  if (!/^whsec_[\w+/=]{24,}$/.test(billing.webhookSecret))
    findings.push(
      createFaultFinding(
        AREA,
        'STRIPE_WEBHOOK_SECRET is too short, or cut off',
        'Copy the signing secret of the webhook from the dashboard once more: whsec_ and at least 24 characters.',
      ),
    )
  return [...findings, ...(await priceFindings(billing))]
}

async function priceFindings(billing: StripeSettings): Promise<DoctorFinding[]> {
  const stripe = createStripeClient(billing)
  const findings: DoctorFinding[] = []
  for (const currency of CURRENCIES) {
    for (const interval of BILLING_INTERVALS) {
      const setting = `STRIPE_PRICES (${currency} a ${interval})`
      try {
        const price = await stripe.prices.retrieve(billing.prices[currency][interval])
        for (const wrong of priceFaults(price, currency, interval))
          findings.push(
            createFaultFinding(
              AREA,
              `the price of ${setting} ${wrong}`,
              'Make the price as docs/self-hosting.md has it, and put its id into the setting.',
            ),
          )
      } catch (error) {
        // Without an answer the other prices get none either.
        if (isStripeConnectionError(error))
          return [
            createFaultFinding(
              AREA,
              'cannot be reached',
              'See that this machine may connect to api.stripe.com on port 443.',
            ),
          ]
        if (!isStripeError(error)) throw error
        if (error.statusCode === 401)
          return [
            createFaultFinding(
              AREA,
              'refuses the key',
              'Copy STRIPE_SECRET_KEY from the dashboard once more.',
            ),
          ]
        if (error.statusCode === 403)
          return [
            createFaultFinding(
              AREA,
              'the key may not read prices',
              'Give the restricted key the rights in docs/self-hosting.md.',
            ),
          ]
        findings.push(
          createFaultFinding(
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
    : [createGoodFinding(AREA, 'the key counts, and the four prices are those on screen')]
}
