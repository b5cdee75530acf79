import { useTranslation } from 'react-i18next'
import { type FeedbackKind, FeedbackForm, type FeedbackDraft } from './feedback-form.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { usePersistedDraft } from '#web/store/persisted-values.ts'
import { readPersistedFields } from '#web/kit/parse-persisted.ts'

/**
 * Renders the app's own dialog for feedback or a support request, which is used instead of the external feedback
 * widget. The input is kept on the device until it is sent (rule FB1).
 */
export function FeedbackDialog({ kind, onClose }: { kind: FeedbackKind; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const [draft, keep] = usePersistedDraft(`draft ${kind}`, parseDraft)

  return (
    <Dialog title={t(kind === 'support' ? 'support.title' : 'title')} onClose={onClose}>
      <FeedbackForm kind={kind} kept={draft} keep={keep} onClose={onClose} />
    </Dialog>
  )
}

function parseDraft(kept: unknown): FeedbackDraft | null {
  const { id, text } = readPersistedFields(kept)
  return typeof id === 'string' && typeof text === 'string' ? { id, text } : null
}
