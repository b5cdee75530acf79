import { createContext, type ReactNode } from 'react'

/** What stands at the top right of each page: the frame puts the state of the sync there. */
export const PageStatus = createContext<ReactNode>(null)
