import { createContext, use } from 'react'
import type { BillingInterval, Price } from '#core/plan/prices.ts'

/**
 * Result of starting a purchase of Pro. On success, `leave` navigates to the checkout page. 'other-price' means that
 * the price differs from the one that the user has seen.
 */
export type PurchaseResult =
  | { readonly kind: 'begun'; readonly leave: () => void }
  | { readonly kind: 'already-pro' | 'other-price' | 'offline' | 'signed-out' | 'failed' }

/**
 * Function that starts a purchase of Pro. Never rejects.
 *
 * @param shown the price that the user has seen; null if none was displayed
 */
export type BeginPurchaseFunction = (
  interval: BillingInterval,
  shown: Price | null,
) => Promise<PurchaseResult>

/**
 * Context with the function that starts a purchase of Pro. The component around all signed-in screens provides the
 * function.
 */
export const BeginPurchaseContext = createContext<BeginPurchaseFunction>(async () => ({ kind: 'failed' }))

/**
 * Returns the function that starts a purchase of Pro. Outside the signed-in screens, for example on the sign-in screen,
 * this function always returns 'failed'.
 */
export const useBeginPurchase = (): BeginPurchaseFunction => use(BeginPurchaseContext)
