import { loadProPrices } from './pro-prices.ts'
import { beginPurchase } from './purchase.ts'

/**
 * The functions for selling Pro: loading prices and starting a purchase. They are a chunk of their own, because
 * practice screens do not need them.
 */
export const proPurchase = { beginPurchase, loadProPrices }
