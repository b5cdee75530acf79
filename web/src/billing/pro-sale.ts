import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react'
import type { BillingInterval, Price, ProPrices } from '#core/plan/prices.ts'
import type { UserIdentity } from '#web/identity/user-identity.ts'
import { useChosenLanguage } from '#web/language/use-language.ts'
import type { PurchaseResult } from './purchase.ts'

/** What screens need to sell Pro. The frame around all signed-in screens provides it; elsewhere nothing is sold. */
export type ProSale = {
  /** Starts a purchase. Never rejects. `shown` is the price that the user has seen; null if none was displayed. */
  readonly beginPurchase: (interval: BillingInterval, shown: Price | null) => Promise<PurchaseResult>
  /** Loads the prices of Pro in a language; null if they cannot be loaded. Never rejects. */
  readonly loadProPrices: (language: string) => Promise<ProPrices | null>
  /** Notice beside prices that payments are only tests (decision D8). */
  readonly testNotice: ReactNode
}

export const ProSaleContext = createContext<ProSale>({
  beginPurchase: async () => ({ kind: 'failed' }),
  loadProPrices: async () => null,
  testNotice: null,
})

export const useProSale = (): ProSale => use(ProSaleContext)

const loadPurchase = () => import('./purchase.ts')

/**
 * Creates the sale of Pro to a user. Its code is a chunk of its own, because practice screens do not need it. It cannot
 * be loaded without a network, and then nothing can be bought anyway.
 */
export const createProSale = (identity: UserIdentity, testNotice: ReactNode): ProSale => ({
  testNotice,
  beginPurchase: (interval, shown) =>
    loadPurchase().then(
      purchase => purchase.beginPurchase(identity, interval, shown),
      () => ({ kind: 'offline' }),
    ),
  loadProPrices: language =>
    loadPurchase().then(
      purchase => purchase.loadProPrices(identity, language),
      () => null,
    ),
})

/**
 * Returns the prices of Pro for the current user, or null while they are unknown, and a function that loads the prices
 * again. The prices are loaded again automatically when the language changes and when the network returns. Show only
 * these prices, because Stripe charges exactly them (rule UP2).
 */
export function useProPrices(): [ProPrices | null, () => void] {
  const { loadProPrices: load } = useProSale()
  const [language] = useChosenLanguage()
  const [found, setFound] = useState<{ language: string; prices: ProPrices | null } | null>(null)

  const ask = useCallback(
    () => void load(language).then(prices => setFound({ language, prices })),
    [load, language],
  )

  useEffect(() => {
    ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [ask])

  // A result for the previous language is not the price that is charged now.
  return [found?.language === language ? found.prices : null, ask]
}
