import { useTranslation } from 'react-i18next'
import type { LetterKind } from '#web/api/feedback-call.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { useKeptDraft } from '#web/store/use-kept-draft.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { useReturnedLetter } from './use-returned-letter.ts'

/** A few words to the people behind Dacapo. What was typed is kept until it is sent. */
export function FeedbackDialog({ kind, onClose }: { kind: LetterKind; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const kept = useKeptDraft(`draft ${kind}`, wordsIn)
  const returned = useReturnedLetter(kind)

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
