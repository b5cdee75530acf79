import { createContext, type ReactNode } from 'react'

/** Says beside a price that no money moves, where payments are only tests (D8); the app fills it, elsewhere nothing. */
export const PaymentMark = createContext<ReactNode>(null)
