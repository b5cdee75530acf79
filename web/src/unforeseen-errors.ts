import i18next from 'i18next'
import { showError } from './kit/toast.tsx'
import { isLoadFailure } from './load-failure.ts'

/**
 * A press whose answer throws would look like a button that is broken: the generic error says that it was heard. What
 * a screen throws while it is drawn goes to the error boundary instead (rule UI30).
 */
export function answerUnforeseenErrors(): void {
  window.addEventListener('error', ({ error }) => answer(error))
  window.addEventListener('unhandledrejection', ({ reason }) => answer(reason))
}

// Without an error of ours it is a browser's notice, or a script that an extension has put here.
function answer(error: unknown): void {
  if (error instanceof Error && !isLoadFailure(error) && error.name !== 'AbortError')
    showError(i18next.t('toast.error'))
}
