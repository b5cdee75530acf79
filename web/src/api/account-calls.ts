import * as operations from '#core/protocol/operations.ts'
import { call, type ResponseOf } from './call.ts'
import { type RequestFailure, isSignOutPending } from './send-request.ts'
import type { SocialProvider } from '#core/protocol/sign-in.ts'
import { createExpectedUserHeader } from '#core/protocol/operation.ts'

export type SessionListItem = ResponseOf<typeof operations.getSessions>['sessions'][number]

/** If `id` is null, signs out all devices except this one. Also succeeds if `id` is already signed out. */
export async function signOutDeviceOrAllOthers(
  userId: string,
  id: string | null,
): Promise<{ kind: 'done' } | RequestFailure> {
  return id === null
    ? doneIfGone(await call(operations.deleteOtherSessions, { userId }))
    : doneIfGone(await call(operations.deleteSessionById, { userId, parameters: { id } }))
}

/** Also succeeds if this sign-in provider is not connected to the account. */
export async function deleteProviderConnection(
  userId: string,
  provider: SocialProvider,
  language: string,
): Promise<{ kind: 'done' } | RequestFailure> {
  return doneIfGone(await call(operations.deleteProvider, { userId, parameters: { provider, language } }))
}

const doneIfGone = (answer: { kind: 'answer' } | RequestFailure): { kind: 'done' } | RequestFailure =>
  answer.kind === 'answer' || (answer.kind === 'problem' && answer.code === 'not-found')
    ? { kind: 'done' }
    : answer

/** Also succeeds if the account is already deleted. The server's confirmation mail is in `language`. */
export async function deleteAccountOnServer(
  userId: string,
  language: string,
): Promise<{ kind: 'deleted' } | RequestFailure> {
  const answer = await call(operations.deleteAccount, { userId, parameters: { language } })
  const isGone = answer.kind === 'problem' && answer.code === 'account-deleted'
  return answer.kind === 'answer' || isGone ? { kind: 'deleted' } : answer
}

export type ExportFormat = 'json' | 'csv'

export type ExportResult =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'offline' | 'signed-out' | 'failed' }
  | { readonly kind: 'too-many'; readonly seconds: number }

// Long enough for many years of practice over a slow connection.
const EXPORT_TIME_OUT_MS = 120_000

export async function getExport(
  userId: string,
  format: ExportFormat,
  language: string,
): Promise<ExportResult> {
  if (isSignOutPending()) return { kind: 'signed-out' }
  try {
    const path = `/api/v1/account/export?format=${format}&language=${language}`
    const response = await fetchFile(path, userId, EXPORT_TIME_OUT_MS)
    if (response.status === 401) return { kind: 'signed-out' }
    if (response.status === 429)
      return { kind: 'too-many', seconds: Number(response.headers.get('retry-after')) || 60 }
    // A captive portal's page, which answers in the server's name, is no export.
    const isOurs = response.ok && response.headers.has('content-disposition')
    return isOurs ? { kind: 'file', file: await response.blob() } : { kind: 'failed' }
  } catch {
    return { kind: 'offline' }
  }
}

const AVATAR_PATH = '/api/v1/account/avatar'
const AVATAR_TIME_OUT_MS = 20_000

// The types our server accepts from providers. Any other type comes from a captive portal.
const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/webp']

export const isOwnAvatarUrl = (image: string): boolean => image.startsWith(`${AVATAR_PATH}?`)

/** Returns null if the download fails or is no PNG, JPEG or WebP image. Never rejects. */
export async function fetchAvatar(image: string, userId: string): Promise<Blob | null> {
  try {
    const response = await fetchFile(image, userId, AVATAR_TIME_OUT_MS)
    return response.ok && AVATAR_TYPES.includes(response.headers.get('content-type') ?? '')
      ? await response.blob()
      : null
  } catch {
    return null
  }
}

const fetchFile = (path: string, userId: string, timeOutMs: number) =>
  fetch(path, {
    headers: createExpectedUserHeader(userId),
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeOutMs),
  })
