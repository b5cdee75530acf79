import i18next from 'i18next'
import { useEffect, useState, type ComponentType } from 'react'
import { showError } from '#web/kit/show-toast.tsx'
import { loadTexts } from '#web/language/language.ts'
import { retryFailedTexts } from '#web/language/texts-backend.ts'
import { importWithStyles } from '#web/recovery/import-with-styles.ts'
import { isLoadFailure, reloadOnce } from '#web/recovery/load-failure.ts'
import type { FeedbackEntryPoint } from '#web/screens/feedback/feedback.tsx'

type Props = { place: FeedbackEntryPoint; onClose: () => void }

let Loaded: ComponentType<Props> | null = null

/**
 * Renders the feedback dialog, whose code loads after the screen. Not with React's lazy, which caches a failure for the
 * rest of the visit: without a connection a toast reports the failure, and the next press tries again (rule FB13).
 */
export function LazyFeedback(props: Props) {
  const { onClose } = props
  const [Feedback, setFeedback] = useState(() => Loaded)

  useEffect(() => {
    if (Loaded !== null) return
    let isGone = false
    loadFeedbackAgain().then(
      () => {
        if (!isGone) setFeedback(() => Loaded)
      },
      (error: unknown) => {
        if (isGone) return
        showError(i18next.t('common:toast.error'))
        onClose()
        // A new version has replaced the files that this page still requests.
        if (isLoadFailure(error)) void reloadOnce()
      },
    )
    return () => {
      isGone = true
    }
    // Runs once per press, because re-rendering the frame must not load again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return Feedback && <Feedback {...props} />
}

/** Loads the dialog again after a press, and retries texts that failed to load. */
async function loadFeedbackAgain(): Promise<void> {
  void retryFailedTexts(['feedback'])
  await loadFeedback()
}

/** Loads the dialog and its texts; rejects if that fails. */
export async function loadFeedback(): Promise<void> {
  if (Loaded !== null) return
  const texts = loadTexts(['feedback'])
  const [{ Feedback }] = await Promise.all([
    importWithStyles(() => import('#web/screens/feedback/feedback.tsx')),
    texts,
  ])
  Loaded = Feedback
}
