import { createContext, use } from 'react'

/** Opens what one can write to us in; the frame around the signed-in screens provides it. */
export const OpenFeedback = createContext<(place: 'done' | 'support') => void>(() => {})

/** The function that opens feedback from the end of a routine; does nothing outside the frame. */
export function useOpenFeedback(): () => void {
  const open = use(OpenFeedback)
  return () => open('done')
}

/** The function that opens "Write to us", the support that comes with Pro. */
export function useOpenSupport(): () => void {
  const open = use(OpenFeedback)
  return () => open('support')
}
