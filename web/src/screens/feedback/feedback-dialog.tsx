import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/kit/dialog.tsx'
import { useKeptDraft } from '#web/store/use-kept-draft.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { useReturnedLetter } from './use-returned-letter.ts'

/** A few words to the people behind Dacapo. What was typed is kept until it is sent. */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const kept = useKeptDraft('draft feedback', wordsIn)
  const returned = useReturnedLetter()

  return (
    <Dialog title={t('title')} onClose={onClose}>
      {kept.kind === 'read' && returned.kind === 'read' && (
        <FeedbackForm draft={kept.draft} returned={returned.letter} onDraft={kept.keep} onClose={onClose} />
      )}
    </Dialog>
  )
}

const wordsIn = (kept: unknown) => (typeof kept === 'string' && kept !== '' ? kept : null)
