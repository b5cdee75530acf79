import { loadProPrices } from './pro-prices.ts'
import { beginPurchase } from './purchase.ts'

/**
 * The functions for selling Pro: loading its prices and starting a purchase. They are in a chunk of their own, because
 * practice screens do not need them.
 */
export const proPurchase = { beginPurchase, loadProPrices }
