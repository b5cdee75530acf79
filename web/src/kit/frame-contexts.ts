import { createContext, type ReactNode } from 'react'

// What the frame around all signed-in screens gives them. Outside of it, as on the sign-in screen, they do nothing.

/** The status at the top right of each page, such as "offline". */
export const PageHeaderStatusContext = createContext<ReactNode>(null)

/** Instructions to install the app, or null. The account screen and the end of a routine show them. */
export const InstallHintContext = createContext<ReactNode>(null)

/** A dialog that any screen can open. The place 'support' opens the Pro users' form "Write to us". */
export type FrameDialogRequest =
  | { kind: 'feedback'; place: 'nav' | 'done' | 'support' }
  | { kind: 'storage'; trouble: 'full' | 'closed' | 'forbidden' | 'unanswered' }
  | { kind: 'sync' | 'shortcuts' }

export const OpenFrameDialogContext = createContext<(dialog: FrameDialogRequest) => void>(() => {})
