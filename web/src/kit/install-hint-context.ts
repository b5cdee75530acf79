import { createContext, type ReactNode } from 'react'

/** React context with the install hint, which some screens render. The signed-in frame provides it. */
export const InstallHintContext = createContext<ReactNode>(null)
