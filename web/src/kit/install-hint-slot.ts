import { createContext, type ReactNode } from 'react'

/** Context with the install hint, which screens render where they have room; provided by the frame. */
export const InstallHintSlot = createContext<ReactNode>(null)
