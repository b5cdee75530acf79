import { useEffect, useState } from 'react'
import { loadServerSettings } from '#web/api/server-settings.ts'
import { currentLanguage } from '#web/language/language.ts'
import { openFeedbackWidget, type FeedbackWidgetEntryPoint } from '#web/feedback/feedback-widget.ts'
import { FeedbackDialog } from './feedback-dialog.tsx'

const WIDGET_TIMEOUT_MS = 1500

/** The place in the app from which feedback was opened. 'support' is the support form on the account screen. */
export type FeedbackEntryPoint = FeedbackWidgetEntryPoint | 'support'

/**
 * Opens the external feedback widget if one is configured and can be loaded. Otherwise, and for support requests,
 * renders the app's own dialog (decision D11).
 */
export function Feedback({ place, onClose }: { place: FeedbackEntryPoint; onClose: () => void }) {
  const [isOurs, setOurs] = useState(false)

  useEffect(() => {
    let isGone = false
    void openWidget(place).then(opened => {
      if (isGone) return
      if (opened) onClose()
      else setOurs(true)
    })
    return () => {
      isGone = true
    }
    // Runs once per press, because rendering this component again must not open it again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [place])

  return isOurs && <FeedbackDialog kind={place === 'support' ? 'support' : 'feedback'} onClose={onClose} />
}

async function openWidget(place: FeedbackEntryPoint): Promise<boolean> {
  // Support requests always use our own dialog.
  if (place === 'support' || !navigator.onLine) return false
  const patience = new Promise<null>(resolve => setTimeout(resolve, WIDGET_TIMEOUT_MS, null))
  const settings = await Promise.race([loadServerSettings(), patience])
  const widget = settings?.widget ?? null
  return widget !== null && openFeedbackWidget(widget, place, currentLanguage())
}
