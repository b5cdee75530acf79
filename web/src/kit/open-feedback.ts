import { createContext, use } from 'react'

/** Context with the function that opens the feedback dialog, provided by the signed-in frame. */
export const OpenFeedback = createContext<(place: 'done' | 'support') => void>(() => {})

/** Returns the function that opens feedback from the end of a routine; does nothing outside the frame. */
export function useOpenFeedback(): () => void {
  const open = use(OpenFeedback)
  return () => open('done')
}

/** Returns the function that opens "Write to us", the support that Pro includes. */
export function useOpenSupport(): () => void {
  const open = use(OpenFeedback)
  return () => open('support')
}
