import { createContext } from 'react'
import type { ProPrices } from '#core/plan/prices.ts'

/** Function that loads the prices of Pro in a language; null if they cannot be loaded. Never rejects. */
export type LoadProPricesFunction = (language: string) => Promise<ProPrices | null>

/**
 * React context with the function that loads the prices of Pro. The component around all signed-in screens provides the
 * function.
 */
export const LoadProPricesContext = createContext<LoadProPricesFunction>(async () => null)
