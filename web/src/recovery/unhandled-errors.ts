import i18next from 'i18next'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { isLoadFailure } from './load-failure.ts'

/**
 * Starts to show an error toast for each unhandled error, because a failing event handler would otherwise look like a
 * broken button. Ignores canceled operations, and code and styles that could not be loaded. Rendering errors go to the
 * error boundary (rule UI12).
 */
export function showToastOnUnhandledErrors(): void {
  window.addEventListener('error', ({ error }) => answer(error))
  window.addEventListener('unhandledrejection', ({ reason }) => answer(reason))
}

// Without an Error object it is a browser warning, or a script injected by an extension.
function answer(error: unknown): void {
  if (error instanceof Error && !isLoadFailure(error) && error.name !== 'AbortError')
    showError(i18next.t('toast.error'))
}
