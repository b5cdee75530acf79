import { loadProPrices } from './pro-prices.ts'
import { beginPurchase } from './purchase.ts'

/** The functions needed to sell Pro, in a chunk that practice screens do not load. */
export const proPurchase = { beginPurchase, loadProPrices }
