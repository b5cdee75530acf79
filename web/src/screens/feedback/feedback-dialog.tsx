import { useId, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { LONGEST_FEEDBACK } from '#core/feedback.ts'
import { sendFeedback } from '#web/api/feedback-call.ts'
import type { Failure } from '#web/api/request.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { describedBy, FieldNotes } from '#web/kit/field.tsx'
import { showError, showSuccess } from '#web/kit/toast.tsx'
import { language } from '#web/language/language.ts'
import styles from './feedback-dialog.module.css'

type Props = {
  /** What was written so far: kept outside, so that closing the dialog does not throw the words away. */
  draft: string
  onDraft: (draft: string) => void
  onClose: () => void
}

// The count is worth reading only when it begins to matter.
const COUNT_FROM = 3500

/** A few words to the people behind Dacapo. What cannot be sent stays in the field. */
export function FeedbackDialog({ draft, onDraft, onClose }: Props) {
  const { t } = useTranslation('feedback')
  const { t: common } = useTranslation()
  const { pathname } = useLocation()
  const id = useId()
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<string>()
  const left = LONGEST_FEEDBACK - draft.length
  const hint = draft.length >= COUNT_FROM ? t('left', { count: left }) : t('privacy')

  function write(words: string) {
    setFault(undefined)
    onDraft(words)
  }

  async function send(event: SubmitEvent) {
    event.preventDefault()
    const text = draft.trim()
    if (text === '') return setFault(t('required'))
    setSending(true)
    const sent = await sendFeedback({ text, language: language(), screen: pathname })
    setSending(false)
    if (sent.kind === 'failed') {
      showError(common('toast.error'))
      return setFault(t(reasonOf(sent.problem)))
    }
    onDraft('')
    onClose()
    showSuccess(t('sent'))
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={event => void send(event)}>
        <div>
          <label className={styles.label} htmlFor={id}>
            {t('label')}
          </label>
          <textarea
            id={id}
            className={styles.words}
            rows={5}
            maxLength={LONGEST_FEEDBACK}
            placeholder={t('placeholder')}
            value={draft}
            aria-invalid={fault !== undefined}
            aria-describedby={describedBy(id, fault, hint)}
            onChange={event => write(event.target.value)}
          />
          <FieldNotes id={id} error={fault} hint={hint} />
        </div>
        <Button type="submit" variant="main" size="wide" busy={isSending}>
          {t('send')}
        </Button>
      </form>
    </Dialog>
  )
}

function reasonOf(problem: Failure): 'offline' | 'tooManyRequests' | 'failed' {
  if (problem.kind === 'offline') return 'offline'
  return problem.kind === 'problem' && problem.code === 'too-many-requests' ? 'tooManyRequests' : 'failed'
}
