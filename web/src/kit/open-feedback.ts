import { createContext, use } from 'react'

/** Opens the feedback dialog; the frame around the signed-in screens provides it. */
export const OpenFeedback = createContext<() => void>(() => {})

export const useOpenFeedback = (): (() => void) => use(OpenFeedback)
