import { createContext, type ReactNode } from 'react'

/**
 * React context with the short status messages that each page shows at its top right, such as "offline". The component
 * around all signed-in screens provides them.
 */
export const PageStatusContext = createContext<ReactNode>(null)
