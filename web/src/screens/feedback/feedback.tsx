import { useEffect, useState } from 'react'
import { loadServerSettings } from '#web/api/use-server-settings.ts'
import { language } from '#web/language/language.ts'
import { openFeedbackWidget, type FeedbackPlace } from '#web/outside/feedback-widget.ts'
import { FeedbackDialog } from './feedback-dialog.tsx'

const PATIENCE_MS = 1500

/** Where feedback is opened from; support is asked for in the account. */
export type Place = FeedbackPlace | 'support'

/** The way to tell us something: the external widget where one is set up and comes, else our own dialog (D11). */
export function Feedback({ place, onClose }: { place: Place; onClose: () => void }) {
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
    // Once for each press: what the frame draws meanwhile opens nothing again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [place])

  return isOurs && <FeedbackDialog kind={place === 'support' ? 'support' : 'feedback'} onClose={onClose} />
}

async function openWidget(place: Place): Promise<boolean> {
  // Support is ours to give, and nobody's outside.
  if (place === 'support' || !navigator.onLine) return false
  const patience = new Promise<null>(resolve => setTimeout(resolve, PATIENCE_MS, null))
  const settings = await Promise.race([loadServerSettings(), patience])
  const widget = settings?.widget ?? null
  return widget !== null && openFeedbackWidget(widget, place, language())
}
