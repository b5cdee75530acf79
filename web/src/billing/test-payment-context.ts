import { createContext, type ReactNode } from 'react'

/**
 * React context with the notice that payments are simulated (decision D8), which is rendered next to prices. The app's
 * root component provides the notice.
 */
export const TestPaymentContext = createContext<ReactNode>(null)
