import { createContext, type ReactNode } from 'react'

/** Context with what each page shows at the top right; the frame puts the sync status there. */
export const PageStatusSlot = createContext<ReactNode>(null)
