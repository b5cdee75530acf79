import { createContext, type ReactNode } from 'react'

// What the frame around all signed-in screens gives them. Outside of it, as on the sign-in screen, they do nothing.

export const PageHeaderStatusContext = createContext<ReactNode>(null)

export const InstallHintContext = createContext<ReactNode>(null)

/** The place 'support' opens the form "Write to us", which only Pro users are offered. */
export type FrameDialogRequest =
  | { kind: 'feedback'; place: 'nav' | 'done' | 'support' }
  | { kind: 'storage'; trouble: 'full' | 'closed' | 'forbidden' | 'unanswered' }
  | { kind: 'sync' | 'shortcuts' }

export const OpenFrameDialogContext = createContext<(dialog: FrameDialogRequest) => void>(() => {})
