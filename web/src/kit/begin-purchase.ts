import { createContext, use } from 'react'
import type { BillingInterval } from '#core/prices.ts'

/** What came of choosing an offer; `leave` takes the browser to the page where one pays. */
export type Purchase =
  | { readonly kind: 'begun'; readonly leave: () => void }
  | { readonly kind: 'already-pro' | 'offline' | 'signed-out' | 'failed' }

type Begin = (interval: BillingInterval) => Promise<Purchase>

/** Begins the purchase of Pro; the frame around the signed-in screens provides it. Never rejects. */
export const BeginPurchase = createContext<Begin>(async () => ({ kind: 'failed' }))

/** The function that begins the purchase; outside the frame it fails. */
export const useBeginPurchase = (): Begin => use(BeginPurchase)
