import { useTranslation } from 'react-i18next'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'
import { retryWaitSeconds, type RequestFailure } from '#web/api/send-request.ts'

const KEYS = {
  'too-many-codes': 'failure.tooManyCodes',
  'mail-failed': 'failure.mailFailed',
  validation: 'failure.emailRefused',
  'foreign-origin': 'failure.foreignOrigin',
} as const

/** Returns a key and not the text, because the language may change while the message is shown. */
export function signInFailureMessageOf(failure: RequestFailure, sent: 'address' | 'code') {
  const seconds = retryWaitSeconds(failure)
  if (failure.kind === 'offline') return { key: 'failure.offline', seconds } as const
  if (failure.kind !== 'problem') return null
  if (failure.code === 'too-many-requests')
    return { key: sent === 'code' ? 'failure.tooManyTries' : 'failure.tooManyRequests', seconds } as const
  return failure.code in KEYS ? { key: KEYS[failure.code as keyof typeof KEYS], seconds } : null
}

export type SignInFailureMessage = NonNullable<ReturnType<typeof signInFailureMessageOf>>

/** The returned function returns the field's message or null. Either way, it may also show an error toast. */
export function useReportSignInFailure() {
  const { t } = useTranslation('sign-in')
  return (failure: RequestFailure, sent: 'address' | 'code') => {
    const isAway = failure.kind === 'offline' && navigator.onLine
    const message = isAway ? null : signInFailureMessageOf(failure, sent)
    if (message?.key !== 'failure.offline' && message?.key !== 'failure.foreignOrigin')
      showErrorToast(isAway ? t('failure.unreachable') : undefined)
    return message
  }
}

export type RetryableSignInLinkFailure =
  | { readonly kind: 'offline' | 'unreachable' | 'server' | 'foreign-origin' }
  | { readonly kind: 'too-many'; readonly seconds: number }

type ConfirmFailureKind = RetryableSignInLinkFailure | { readonly kind: 'email-refused' | 'link-failed' }

/** 'link-failed' only if our server rejects the link, not if a public Wi-Fi's login page answers (SG19). */
export function classifySignInLinkFailure(failure: RequestFailure, isOnline: boolean): ConfirmFailureKind {
  if (failure.kind === 'offline') return { kind: isOnline ? 'unreachable' : 'offline' }
  if (failure.kind === 'unexpected') return { kind: 'server' }
  if (failure.status === 429) return { kind: 'too-many', seconds: retryWaitSeconds(failure) }
  if (failure.code === 'foreign-origin') return { kind: 'foreign-origin' }
  if (failure.status >= 500) return { kind: 'server' }
  if (failure.errors.some(({ field }) => field === 'email')) return { kind: 'email-refused' }
  return { kind: 'link-failed' }
}
