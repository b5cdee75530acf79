import { loadProPrices } from './pro-prices.ts'
import { beginPurchase } from './purchase.ts'

/** What only an offer of Pro needs, in one file of its own: no screen for practicing loads it. */
export const proOffers = { beginPurchase, loadProPrices }
