import { loadProPrices } from './pro-prices.ts'
import { beginPurchase } from './purchase.ts'

/** The functions for selling Pro. They have a chunk of their own, which practice screens do not load. */
export const proPurchase = { beginPurchase, loadProPrices }
