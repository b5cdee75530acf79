import i18next from 'i18next'
import { useEffect, useState, type ComponentType } from 'react'
import { showError } from './kit/toast.tsx'
import { language, PATIENCE_MS, textsOf } from './language/language.ts'
import { importAgain } from './import-again.ts'
import { isLoadFailure, reloadOnce } from './load-failure.ts'
import type { Place } from './screens/feedback/feedback.tsx'

type Props = { place: Place; onClose: () => void }

let Loaded: ComponentType<Props> | null = null

/**
 * The feedback dialog, loaded after the screen. Not with React's lazy, which remembers a failure for the rest of the
 * visit: without a signal the toast says that it cannot be had, and the next press asks again (rule FB13).
 */
export function FeedbackLater(props: Props) {
  const { onClose } = props
  const [Feedback, setFeedback] = useState(() => Loaded)

  useEffect(() => {
    if (Loaded !== null) return
    let isGone = false
    loadFeedback().then(
      () => {
        if (!isGone) setFeedback(() => Loaded)
      },
      (error: unknown) => {
        if (isGone) return
        showError(i18next.t('common:toast.error'))
        onClose()
        // A new version has replaced the files this page still asks for.
        if (isLoadFailure(error)) void reloadOnce()
      },
    )
    return () => {
      isGone = true
    }
    // Once for each press: what the frame draws meanwhile asks for nothing again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  return Feedback && <Feedback {...props} />
}

/** Fetches the dialog with its texts; rejects where that cannot be done now. */
export async function loadFeedback(): Promise<void> {
  if (Loaded !== null) return
  const texts = textsAtLast()
  const { Feedback } = await importAgain(() => import('./screens/feedback/feedback.tsx'))
  if (!(await texts)) throw new Error('the texts of the feedback dialog did not come')
  Loaded = Feedback
}

/** Whether the texts are there; those that failed once are asked for again, which i18next by itself never does. */
async function textsAtLast(): Promise<boolean> {
  await textsOf(['feedback'])
  const areThere = () => i18next.hasResourceBundle(language(), 'feedback')
  if (!areThere()) {
    const patience = new Promise(resolve => setTimeout(resolve, PATIENCE_MS))
    await Promise.race([i18next.reloadResources(language(), ['feedback']), patience])
  }
  return areThere()
}
