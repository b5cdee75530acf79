import { createContext, use } from 'react'

/** Opens the place that says how this device and the server stand; the frame around the signed-in screens provides it. */
export const OpenSync = createContext<() => void>(() => {})

/** The function that opens it; does nothing outside the frame. */
export const useOpenSync = (): (() => void) => use(OpenSync)
