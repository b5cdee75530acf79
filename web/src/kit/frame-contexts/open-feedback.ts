import { createContext, use } from 'react'

/**
 * React context with the function that opens the feedback dialog ('done') or the support form ('support'). The
 * component around all signed-in screens provides the function.
 */
export const OpenFeedbackContext = createContext<(place: 'done' | 'support') => void>(() => {})

/**
 * Returns a function that opens the feedback dialog. The last screen of a practice routine uses it. Outside the
 * signed-in screens, for example if a visitor tries the app without an account, the function does nothing.
 */
export function useOpenFeedback(): () => void {
  const open = use(OpenFeedbackContext)
  return () => open('done')
}

/** Returns a function that opens the support form ("Write to us"), which is part of Pro. */
export function useOpenSupport(): () => void {
  const open = use(OpenFeedbackContext)
  return () => open('support')
}
