import { useTranslation } from 'react-i18next'
import type { FeedbackKind } from '#web/api/feedback-call.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { usePersistedDraft } from '#web/store/use-persisted-draft.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { useRejectedFeedback } from './use-rejected-feedback.ts'

/**
 * Renders the app's own dialog for feedback or a support request, which is used instead of the external feedback
 * widget. The input is stored on the device until it is sent.
 */
export function FeedbackDialog({ kind, onClose }: { kind: FeedbackKind; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const kept = usePersistedDraft(`draft ${kind}`, wordsIn)
  const returned = useRejectedFeedback(kind)

  return (
    <Dialog title={t(kind === 'support' ? 'support.title' : 'title')} onClose={onClose}>
      {kept.kind === 'read' && returned.kind === 'read' && (
        <FeedbackForm
          kind={kind}
          draft={kept.draft}
          returned={returned.letter}
          onDraft={kept.keep}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

const wordsIn = (kept: unknown) => (typeof kept === 'string' && kept !== '' ? kept : null)
