import { createContext, type ReactNode } from 'react'

/** Context with the notice beside a price that payments are only tests (D8); the app provides it. */
export const TestPaymentSlot = createContext<ReactNode>(null)
