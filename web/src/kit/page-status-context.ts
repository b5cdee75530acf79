import { createContext, type ReactNode } from 'react'

/**
 * React context with the short statuses that each page shows at its top right. The component around all signed-in
 * screens provides them.
 */
export const PageStatusContext = createContext<ReactNode>(null)
