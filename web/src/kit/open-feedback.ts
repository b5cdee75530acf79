import { createContext, use } from 'react'

/** Opens feedback from the end of a routine; the frame around the signed-in screens provides it. */
export const OpenFeedback = createContext<() => void>(() => {})

/** The function that opens the dialog; does nothing outside the frame. */
export const useOpenFeedback = (): (() => void) => use(OpenFeedback)
