import * as z from 'zod/mini'
import { postFeedback } from '#core/protocol/operations.ts'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { thenWhileMounted } from '#web/concurrency/waiting.ts'
import { useLocation } from '#web/navigation/use-location.tsx'
import { codePointCount, parseFeedbackText, MAX_FEEDBACK_LENGTH } from '#core/protocol/plain-text.ts'
import { loadServerSettings } from '#web/api/server-settings.ts'
import { retryWaitSeconds, type RequestFailure } from '#web/api/send-request.ts'
import { useUser } from '#web/identity/identity-service.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { readLastUserId } from '#web/store/last-user.ts'
import { newUuid } from '#web/store/record-change.ts'
import { useStore } from '#web/store/library-services.ts'
import { openFeedbackWidget } from '#web/feedback/feedback-widget.ts'
import { usePersistedDraft } from '#web/store/persisted-values.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog, DialogActions, DialogError } from '#web/kit/dialog.tsx'
import type { FrameDialogRequest } from '#web/kit/frame-contexts.ts'
import { fieldDescriptionId, FieldErrorOrHint } from '#web/kit/fields/field.tsx'
import { showSuccessToast } from '#web/kit/toast/show-toast.tsx'
import { getCurrentLanguage } from '#web/language/language.ts'
import { call } from '#web/api/call.ts'
import { classNames } from '#web/kit/class-names.ts'
import fieldStyles from '#web/kit/fields/field.module.css'
import styles from './feedback.module.css'

const WIDGET_TIMEOUT_MS = 1500

type EntryPoint = Extract<FrameDialogRequest, { kind: 'feedback' }>['place']
type FeedbackKind = 'feedback' | 'support'

export function FeedbackWidgetOrDialog({ place, onClose }: { place: EntryPoint; onClose: () => void }) {
  const [isOurs, setOurs] = useState(false)

  useEffect(
    () => thenWhileMounted(openWidget(place), opened => (opened ? onClose() : setOurs(true))),
    // Runs once per press, because rendering this component again must not open it again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [place],
  )

  return isOurs && <FeedbackDialog kind={place === 'support' ? 'support' : 'feedback'} onClose={onClose} />
}

async function openWidget(place: EntryPoint): Promise<boolean> {
  // Support requests always use our own dialog.
  if (place === 'support' || !navigator.onLine) return false
  const timeout = new Promise<null>(resolve => setTimeout(resolve, WIDGET_TIMEOUT_MS, null))
  const settings = await Promise.race([loadServerSettings(), timeout])
  const widget = settings?.widget ?? null
  return widget !== null && openFeedbackWidget(widget, place, getCurrentLanguage())
}

/** The server recognizes a repeated message by its `id` (rule FB9). */
const DRAFT = z.object({ id: z.string(), text: z.string() })

// The counter is shown from this many characters on.
const COUNT_FROM = 3500

function FeedbackDialog({ kind, onClose }: { kind: FeedbackKind; onClose: () => void }) {
  const { t } = useTranslation('feedback')
  const { pathname } = useLocation()
  const store = useStore()
  const user = useUser()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [kept, keep] = usePersistedDraft(`draft ${kind}`, DRAFT)
  const [draft, setDraft] = useState(kept ?? { id: newUuid(), text: '' })
  const words = draft.text
  useBlockReload(words.trim() !== '')
  const [isSending, setSending] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<RequestFailure | null>(null)

  // The verified address, not an editable one, so that the answer reaches only the sender.
  const email = user?.email ?? ''
  const privacy = kind === 'support' ? t('support.privacy', { email }) : t('privacy')
  const judged = parseFeedbackText(words)
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
    setFailure(null)
    setDraft(next)
    keep(text === '' ? null : next)
  }

  async function send(event: SubmitEvent) {
    event.preventDefault()
    // Removed before the retry, so that the same text is announced again.
    setFailure(null)
    setMissing(judged.kind === 'empty')
    if (judged.kind !== 'words') return field.current?.focus()
    setSending(true)
    const body = {
      ...(kind === 'support' && { kind }),
      id: draft.id,
      text: judged.text,
      language: getCurrentLanguage(),
      screen: screenPathWithoutId(pathname),
      writtenAt: Date.now(),
    }
    // Refused if the session cookie meanwhile belongs to another user (rule FB1).
    const posted = await call(postFeedback, { userId: store?.userId ?? readLastUserId(), body })
    setSending(false)
    if (posted.kind !== 'answer') return setFailure(posted)
    keep(null)
    onClose()
    return showSuccessToast(kind === 'support' ? t('support.sent') : t('sent'))
  }

  return (
    <Dialog title={t(kind === 'support' ? 'support.title' : 'title')} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={event => void send(event)}>
        {failure !== null && (
          <DialogError>{t(`fault.${faultOf(failure)}`, { seconds: retryWaitSeconds(failure) })}</DialogError>
        )}
        <div>
          <label className={styles.label} htmlFor={id}>
            {t(kind === 'support' ? 'support.label' : 'label')}
          </label>
          <textarea
            ref={field}
            id={id}
            className={classNames(fieldStyles.input, fieldStyles.underlined, styles.words)}
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
        <DialogActions>
          <Button type="submit" variant="main" size="wide" busy={isSending}>
            {t('send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function faultOf(failure: RequestFailure) {
  if (failure.kind === 'offline') return 'offline'
  if (failure.kind !== 'problem') return 'failed'
  if (failure.code === 'too-many-requests') return 'later'
  // However the session ended, only signing in again helps.
  if (failure.status === 401) return 'signed-out'
  const isTooLong = failure.status === 413 || failure.errors.some(({ code }) => code === 'too-big')
  if (isTooLong) return 'too-long'
  return failure.code === 'validation' ? 'refused' : 'failed'
}

const screenPathWithoutId = (pathname: string): string =>
  pathname.replace(/^\/pieces\/[^/]+/, '/pieces/:id').slice(0, 200)
