import { createContext, type ReactNode } from 'react'

/** Context with the status pills that each page renders at its top right. The signed-in frame provides them. */
export const PageStatusContext = createContext<ReactNode>(null)
