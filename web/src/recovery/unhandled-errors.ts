import i18next from 'i18next'
import { showError } from '#web/kit/show-toast.tsx'
import { isLoadFailure } from './load-failure.ts'

/**
 * Shows the generic error for every unhandled error, because a press whose handler throws would look like a broken
 * button. Errors during rendering go to the error boundary instead (rule UI30).
 */
export function showUnhandledErrors(): void {
  window.addEventListener('error', ({ error }) => answer(error))
  window.addEventListener('unhandledrejection', ({ reason }) => answer(reason))
}

// Without an Error object it is a browser warning, or a script injected by an extension.
function answer(error: unknown): void {
  if (error instanceof Error && !isLoadFailure(error) && error.name !== 'AbortError')
    showError(i18next.t('toast.error'))
}
