import i18next from 'i18next'
import { useEffect, useState, type ComponentType } from 'react'
import { showError } from '#web/kit/toast/show-toast.tsx'
import { loadTexts } from '#web/language/language.ts'
import { retryFailedTexts } from '#web/language/texts-backend.ts'
import { importWithStyles } from '#web/kit/import-with-styles.ts'
import { isLoadFailure, reloadAfterLoadFailure } from '#web/recovery/load-failure.ts'
import type { FeedbackEntryPoint } from './feedback.tsx'

type Props = { place: FeedbackEntryPoint; onClose: () => void }

// Module state, because it is only a cache of loaded code.
let Loaded: ComponentType<Props> | null = null

/**
 * Renders the feedback dialog and loads its code when needed. If loading fails, shows a toast; the next press of the
 * button tries again, which React's `lazy` would not do.
 */
export function LazyFeedbackDialog(props: Props) {
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
        if (isLoadFailure(error)) void reloadAfterLoadFailure()
      },
    )
    return () => {
      isGone = true
    }
    // Runs once per press, because rendering this component again must not load again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return Feedback && <Feedback {...props} />
}

/** Loads the dialog again after a press, and retries texts that failed to load. */
async function loadFeedbackAgain(): Promise<void> {
  void retryFailedTexts(['feedback'])
  await loadFeedbackDialog()
}

/** Loads the code and the texts of the feedback dialog. Rejects if one of them cannot be loaded. */
export async function loadFeedbackDialog(): Promise<void> {
  if (Loaded !== null) return
  const texts = loadTexts(['feedback'])
  const [{ Feedback }] = await Promise.all([importWithStyles(() => import('./feedback.tsx')), texts])
  Loaded = Feedback
}
