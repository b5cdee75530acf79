import { createContext, use } from 'react'
import type { BillingInterval, Price } from '#core/plan/prices.ts'

/** Result of choosing an offer; `leave` navigates to the checkout page. */
export type Purchase =
  | { readonly kind: 'begun'; readonly leave: () => void }
  | { readonly kind: 'already-pro' | 'other-price' | 'offline' | 'signed-out' | 'failed' }

/** Begins a purchase; `shown` is the price the user has seen, or null if none was known. */
export type BeginPurchaseFunction = (interval: BillingInterval, shown: Price | null) => Promise<Purchase>

/** Context with the function that begins the purchase of Pro, provided by the signed-in frame. Never rejects. */
export const BeginPurchase = createContext<BeginPurchaseFunction>(async () => ({ kind: 'failed' }))

/** Returns the function that begins the purchase; outside the frame it fails. */
export const useBeginPurchase = (): BeginPurchaseFunction => use(BeginPurchase)
