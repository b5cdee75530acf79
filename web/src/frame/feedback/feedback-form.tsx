import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '#web/navigation/use-location.tsx'
import { codePointCount } from '#core/library/code-point-count.ts'
import { validateFeedback, MAX_FEEDBACK_LENGTH } from '#core/protocol/feedback.ts'
import type { FeedbackKind } from '#web/api/feedback-call.ts'
import { waitSecondsOf } from '#web/api/send-request.ts'
import { useIdentity } from '#web/identity/user-identity.ts'
import { useSession } from '#web/identity/use-session.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { Button } from '#web/kit/button.tsx'
import { DialogError } from '#web/kit/dialog-error.tsx'
import { fieldDescriptionId, FieldErrorOrHint } from '#web/kit/fields/field.tsx'
import { showSuccess } from '#web/kit/toast/show-toast.tsx'
import { currentLanguage } from '#web/language/language.ts'
import { deleteRejectedFeedback, type RejectedFeedback } from '#web/feedback/feedback-delivery.ts'
import type { FeedbackSubmitResult } from '#web/feedback/feedback-sender.ts'
import styles from './feedback-form.module.css'

type Props = {
  kind: FeedbackKind
  /** The unsent input of an earlier visit, or null. */
  draft: string | null
  /** A feedback message that the server rejected. Its text is restored if there is no newer draft. */
  returned: RejectedFeedback | undefined
  onDraft: (draft: string | null) => void
  onClose: () => void
}

// Number of characters from which the counter is shown.
const COUNT_FROM = 3500

/** Renders the text field of the feedback dialog with its error and the Send button. */
export function FeedbackForm({ kind, draft, returned, onDraft, onClose }: Props) {
  const { t } = useTranslation('feedback')
  const { pathname } = useLocation()
  const { loadFeedbackSender } = useIdentity()
  const device = useDeviceLibrary()
  const session = useSession()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const comesBack = draft === null ? returned : undefined
  const [words, setWords] = useState(draft ?? comesBack?.text ?? '')
  useBlockReload(words.trim() !== '')
  const [isSending, setSending] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [fault, setFault] = useState<Fault | null>(comesBack === undefined ? null : comesBack.because)
  const [waitSeconds, setWaitSeconds] = useState(0)

  // The verified address, not an editable one, so that the answer reaches only the sender.
  const email = session.kind === 'signed-in' ? session.user.email : ''
  const privacy = kind === 'support' ? t('support.privacy', { email }) : t('privacy')
  const judged = validateFeedback(words)
  const error = judged.kind === 'too-long' ? t('tooLong') : isMissing ? t('required') : undefined
  const left = MAX_FEEDBACK_LENGTH - codePointCount(words.trim())
  const count = left >= 0 ? t('left', { count: left }) : t('over', { count: -left })
  const isCounted = left <= MAX_FEEDBACK_LENGTH - COUNT_FROM

  // The dialog has focused itself; the text field is its purpose, so it gets the focus, with the caret at the end.
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  useEffect(() => {
    const store = device.store.get()
    // From now on the restored text is the draft.
    if (comesBack === undefined || store === null) return
    onDraft(comesBack.text)
    void deleteRejectedFeedback(store, comesBack.id)
  }, [comesBack, onDraft, device])

  function write(next: string) {
    setMissing(false)
    setFault(null)
    setWords(next)
    onDraft(next === '' ? null : next)
  }

  async function send(event: SubmitEvent) {
    event.preventDefault()
    // Removed before the retry, so that the same text is announced again.
    setFault(null)
    setMissing(judged.kind === 'empty')
    if (judged.kind !== 'words') return field.current?.focus()
    setSending(true)
    // Loaded together with this dialog (lazy-feedback.tsx).
    const sender = await loadFeedbackSender()
    const posted = await sender.submit({
      ...(kind === 'support' && { kind }),
      text: judged.text,
      language: currentLanguage(),
      screen: screenPathWithoutId(pathname),
    })
    setSending(false)
    if (posted.kind === 'returned' || posted.kind === 'failed') {
      if (posted.kind === 'failed') setWaitSeconds(waitSecondsOf(posted.problem))
      return setFault(faultOf(posted))
    }
    onDraft(null)
    onClose()
    if (posted.kind === 'kept') return showSuccess(t(`kept.${posted.waitsFor}`))
    return showSuccess(kind === 'support' ? t('support.sent') : t('sent'))
  }

  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      {fault !== null && <DialogError>{t(`fault.${fault}`, { seconds: waitSeconds })}</DialogError>}
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
          aria-describedby={`${fieldDescriptionId(id, error, privacy)} ${id}-count`}
          onChange={event => write(event.target.value)}
        />
        <FieldErrorOrHint id={id} error={error} hint={privacy} />
        {/* Outside of the error, because a live region would be announced on every key. */}
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

type Fault = RejectedFeedback['because'] | 'offline' | 'later' | 'signed-out' | 'failed'

function faultOf(posted: Extract<FeedbackSubmitResult, { kind: 'returned' | 'failed' }>): Fault {
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

/**
 * Returns the path of a screen with ':id' instead of the id of a piece, and at most 200 characters. Feedback contains
 * this path, and the id is private.
 */
const screenPathWithoutId = (pathname: string): string =>
  pathname.replace(/^\/pieces\/[^/]+/, '/pieces/:id').slice(0, 200)
