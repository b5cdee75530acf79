import { createContext, type ReactNode } from 'react'

/** Context with the notice that payments are not real (D8), which is shown beside a price. The app provides it. */
export const TestPaymentContext = createContext<ReactNode>(null)
