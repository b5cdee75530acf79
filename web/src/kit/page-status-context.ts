import { createContext, type ReactNode } from 'react'

/** React context with the status pills that each page renders at its top right. The signed-in frame provides them. */
export const PageStatusContext = createContext<ReactNode>(null)
