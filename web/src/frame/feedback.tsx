import styles from './feedback.module.css'
import * as z from 'zod/mini'
import * as operations from '#core/protocol/operations.ts'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '#web/navigation/use-location.tsx'
import { codePointCount, validateFeedback, MAX_FEEDBACK_LENGTH } from '#core/protocol/plain-text.ts'
import { loadServerSettings } from '#web/api/server-settings.ts'
import { waitSecondsOf, type RequestFailure } from '#web/api/send-request.ts'
import { useUser } from '#web/identity/user-identity.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { lastUserId } from '#web/store/last-user.ts'
import { newUuid } from '#web/store/record-change.ts'
import { useStore } from '#web/store/device-library.ts'
import { openFeedbackWidget, type FeedbackWidgetEntryPoint } from '#web/feedback/feedback-widget.ts'
import { usePersistedDraft } from '#web/store/persisted-values.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog, DialogError } from '#web/kit/dialog.tsx'
import { fieldDescriptionId, FieldErrorOrHint } from '#web/kit/fields/field.tsx'
import { showSuccess } from '#web/kit/toast/show-toast.tsx'
import { currentLanguage } from '#web/language/language.ts'
import { call } from '#web/api/call.ts'

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

/**
 * Renders the app's own dialog for feedback or a support request, which is used instead of the external feedback
 * widget. The input is kept on the device until it is sent (rule FB1).
 */
function FeedbackDialog({ kind, onClose }: { kind: FeedbackKind; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const [draft, keep] = usePersistedDraft(`draft ${kind}`, DRAFT)

  return (
    <Dialog title={t(kind === 'support' ? 'support.title' : 'title')} onClose={onClose}>
      <FeedbackForm kind={kind} kept={draft} keep={keep} onClose={onClose} />
    </Dialog>
  )
}

/** Unsent input. The id belongs to this text, so that the server counts it once if it is sent again (rule FB9). */
const DRAFT = z.object({ id: z.string(), text: z.string() })
type FeedbackDraft = z.infer<typeof DRAFT>

type Props = {
  kind: FeedbackKind
  /** The unsent input of an earlier visit, or null. */
  kept: FeedbackDraft | null
  keep: (draft: FeedbackDraft | null) => void
  onClose: () => void
}

// Number of characters from which the counter is shown.
const COUNT_FROM = 3500

/** Renders the text field of the feedback dialog with its error and the Send button. */
function FeedbackForm({ kind, kept, keep, onClose }: Props) {
  const { t } = useTranslation('feedback')
  const { pathname } = useLocation()
  const store = useStore()
  const user = useUser()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(kept ?? { id: newUuid(), text: '' })
  const words = draft.text
  useBlockReload(words.trim() !== '')
  const [isSending, setSending] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [waitSeconds, setWaitSeconds] = useState(0)

  // The verified address, not an editable one, so that the answer reaches only the sender.
  const email = user?.email ?? ''
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

  function write(text: string) {
    const next = { id: newUuid(), text }
    setMissing(false)
    setFault(null)
    setDraft(next)
    keep(text === '' ? null : next)
  }

  async function send(event: SubmitEvent) {
    event.preventDefault()
    // Removed before the retry, so that the same text is announced again.
    setFault(null)
    setMissing(judged.kind === 'empty')
    if (judged.kind !== 'words') return field.current?.focus()
    setSending(true)
    const letter = {
      ...(kind === 'support' && { kind }),
      id: draft.id,
      text: judged.text,
      language: currentLanguage(),
      screen: screenPathWithoutId(pathname),
      writtenAt: Date.now(),
    }
    const posted = await postFeedback(letter, store?.userId ?? lastUserId())
    setSending(false)
    if (posted.kind !== 'sent') {
      setWaitSeconds(waitSecondsOf(posted))
      return setFault(faultOf(posted))
    }
    keep(null)
    onClose()
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

type Fault = 'offline' | 'later' | 'signed-out' | 'too-long' | 'refused' | 'failed'

function faultOf(failure: RequestFailure): Fault {
  if (failure.kind === 'offline') return 'offline'
  if (failure.kind !== 'problem') return 'failed'
  if (failure.code === 'too-many-requests') return 'later'
  // However the session ended, only signing in again helps.
  if (failure.status === 401) return 'signed-out'
  const isTooLong = failure.status === 413 || failure.errors.some(({ code }) => code === 'too-big')
  if (isTooLong) return 'too-long'
  return failure.code === 'validation' ? 'refused' : 'failed'
}

/**
 * Returns the path of a screen with ':id' instead of the id of a piece, and at most 200 characters. Feedback contains
 * this path, and the id is private.
 */
const screenPathWithoutId = (pathname: string): string =>
  pathname.replace(/^\/pieces\/[^/]+/, '/pieces/:id').slice(0, 200)

/** A message to the operator of the server, as it is sent, with the id by which it is stored only once. */
type FeedbackMessage = z.input<typeof operations.postFeedback.request> & { readonly id: string }

/** Kind of a message to the operator: general feedback, or a support request, which is part of Pro. */
type FeedbackKind = NonNullable<FeedbackMessage['kind']>

/**
 * Sends a message to the operator of the server with the user's id, or null for a signed-out visitor. The server
 * refuses the message if the session cookie meanwhile belongs to another user (rule FB1).
 */
async function postFeedback(
  body: FeedbackMessage,
  userId: string | null,
): Promise<{ readonly kind: 'sent' } | RequestFailure> {
  const answer = await call(operations.postFeedback, { userId, body })
  return answer.kind === 'answer' ? { kind: 'sent' } : answer
}
