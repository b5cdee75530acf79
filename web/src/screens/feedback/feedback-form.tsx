import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { judgeFeedback, lengthOf, LONGEST_FEEDBACK } from '#core/feedback.ts'
import type { LetterKind } from '#web/api/feedback-call.ts'
import { useSession } from '#web/identity/use-session.ts'
import { useBusy } from '#web/device/busy.ts'
import { Button } from '#web/kit/button.tsx'
import { DialogFault } from '#web/kit/dialog-fault.tsx'
import { describedBy, FieldNotes } from '#web/kit/field.tsx'
import { showSuccess } from '#web/kit/toast.tsx'
import { language } from '#web/language/language.ts'
import { forgetReturned, type ReturnedLetter } from '#web/outside/feedback-delivery.ts'
import { postFeedback, type Posted } from '#web/outside/feedback-post.ts'
import { currentStore } from '#web/store/current-store.ts'
import styles from './feedback-form.module.css'
import { screenName } from './screen-name.ts'

type Props = {
  kind: LetterKind
  /** What was written and not sent when the dialog was last here. */
  draft: string | null
  /** Words that the server did not take; they come back when there is no newer draft. */
  returned: ReturnedLetter | undefined
  onDraft: (draft: string | null) => void
  onClose: () => void
}

// The count is worth reading only when it begins to matter.
const COUNT_FROM = 3500

/** The field, its reason to complain, and Send. */
export function FeedbackForm({ kind, draft, returned, onDraft, onClose }: Props) {
  const { t } = useTranslation('feedback')
  const { pathname } = useLocation()
  const session = useSession()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const comesBack = draft === null ? returned : undefined
  const [words, setWords] = useState(draft ?? comesBack?.text ?? '')
  useBusy(words.trim() !== '')
  const [isSending, setSending] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [fault, setFault] = useState<Fault | null>(comesBack === undefined ? null : comesBack.because)

  // An address that is proven, and not one to be typed: our answer must reach whoever asked, and nobody else.
  const email = session.kind === 'signed-in' ? session.user.email : ''
  const privacy = kind === 'support' ? t('support.privacy', { email }) : t('privacy')
  const judged = judgeFeedback(words)
  const error = judged.kind === 'too-long' ? t('tooLong') : isMissing ? t('required') : undefined
  const left = LONGEST_FEEDBACK - lengthOf(words.trim())
  const count = left >= 0 ? t('left', { count: left }) : t('over', { count: -left })
  const isCounted = left <= LONGEST_FEEDBACK - COUNT_FROM

  // The dialog came first and took the focus; the words are what it is for, and one goes on where they end.
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  useEffect(() => {
    const store = currentStore.get()
    // From now on these words are the draft.
    if (comesBack === undefined || store === null) return
    onDraft(comesBack.text)
    void forgetReturned(store, comesBack.id)
  }, [comesBack, onDraft])

  function write(next: string) {
    setMissing(false)
    setFault(null)
    setWords(next)
    onDraft(next === '' ? null : next)
  }

  async function send(event: SubmitEvent) {
    event.preventDefault()
    // Taken away first, so that the same words are said a second time.
    setFault(null)
    setMissing(judged.kind === 'empty')
    if (judged.kind !== 'words') return field.current?.focus()
    setSending(true)
    const posted = await postFeedback({
      ...(kind === 'support' && { kind }),
      text: judged.text,
      language: language(),
      screen: screenName(pathname),
    })
    setSending(false)
    if (posted.kind === 'returned' || posted.kind === 'failed') return setFault(faultOf(posted))
    onDraft(null)
    onClose()
    if (posted.kind === 'kept') return showSuccess(t(`kept.${posted.waitsFor}`))
    return showSuccess(kind === 'support' ? t('support.sent') : t('sent'))
  }

  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      {fault !== null && <DialogFault>{t(`fault.${fault}`)}</DialogFault>}
      <div>
        <label className={styles.label} htmlFor={id}>
          {t(kind === 'support' ? 'support.label' : 'label')}
        </label>
        <textarea
          ref={field}
          id={id}
          className={styles.words}
          rows={5}
          placeholder={t(kind === 'support' ? 'support.placeholder' : 'placeholder')}
          value={words}
          aria-invalid={error !== undefined}
          aria-describedby={`${describedBy(id, error, privacy)} ${id}-count`}
          onChange={event => write(event.target.value)}
        />
        <FieldNotes id={id} error={error} hint={privacy} />
        {/* Beside the error and not in it: what is said aloud must not be said again with every key. */}
        <p id={`${id}-count`} className={styles.count} hidden={!isCounted}>
          {isCounted && count}
        </p>
      </div>
      <Button type="submit" variant="main" size="wide" busy={isSending}>
        {t('send')}
      </Button>
    </form>
  )
}

type Fault = ReturnedLetter['because'] | 'offline' | 'later' | 'signed-out' | 'failed'

function faultOf(posted: Extract<Posted, { kind: 'returned' | 'failed' }>): Fault {
  if (posted.kind === 'returned') return posted.because
  const { problem } = posted
  if (problem.kind === 'offline') return 'offline'
  if (problem.kind !== 'problem') return 'failed'
  if (problem.code === 'too-many-requests') return 'later'
  // However the session ended, only signing in again helps.
  if (problem.status === 401) return 'signed-out'
  if (problem.code === 'too-large') return 'too-long'
  return problem.code === 'validation' ? 'refused' : 'failed'
}
