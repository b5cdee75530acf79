import { createContext, type ReactNode } from 'react'

// What the frame around all signed-in screens gives them. Outside of it, as on the sign-in screen, they do nothing.

/** The short status messages that each page shows at its top right, such as "offline". */
export const PageStatusContext = createContext<ReactNode>(null)

/** React context of the element that tells how to install the app, or null; the account and the end of a routine show it. */
export const InstallHintContext = createContext<ReactNode>(null)

/** Opens the feedback dialog ('done'), or the form "Write to us" ('support'), which is part of Pro. */
export const OpenFeedbackContext = createContext<(place: 'done' | 'support') => void>(() => {})

export const OpenSyncDialogContext = createContext<() => void>(() => {})
