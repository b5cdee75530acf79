import { postSignInConfirmation, postSignInLink } from '#core/protocol/operations.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import { call } from '#web/api/call.ts'
import { readItem, storeItem } from '#web/device/browser-storage.ts'
import type { IdentityService } from './identity-service.ts'
import { saveSentSignInLink, type SentSignInLink } from './sent-sign-in-link.ts'

export type SignInLinkRequestResult =
  | { kind: 'sent'; sent: SentSignInLink }
  | { kind: 'failed'; problem: RequestFailure }
export type SignInConfirmationResult =
  | { kind: 'signed-in'; created: boolean }
  | { kind: 'failed'; problem: RequestFailure }

export async function requestSignInLink(email: string, language: string): Promise<SignInLinkRequestResult> {
  const answer = await call(postSignInLink, { body: { email, language } })
  if (answer.kind !== 'answer') return { kind: 'failed', problem: answer }
  const sent = { email, at: Date.now(), wrongCodes: 0 }
  saveSentSignInLink(sent)
  return { kind: 'sent', sent }
}

export async function confirmSignIn(
  identity: IdentityService,
  proof: { readonly email: string } & ({ readonly token: string } | { readonly code: string }),
): Promise<SignInConfirmationResult> {
  const answer = await call(postSignInConfirmation, { body: proof })
  if (answer.kind !== 'answer') {
    // A mail program may open a link twice, and then another tab has already used it (rule SG19).
    const isUsedUp = 'token' in proof && answer.kind === 'problem' && answer.code === 'link-invalid'
    if (isUsedUp && (await isSignedIn(identity, proof.email))) return { kind: 'signed-in', created: false }
    return { kind: 'failed', problem: answer }
  }
  const { user, created } = answer.body
  await identity.signIn(user, { name: created ? 'sign_up' : 'login', method: 'Email' })
  return { kind: 'signed-in', created }
}

async function isSignedIn(identity: IdentityService, email: string): Promise<boolean> {
  await identity.refresh()
  const state = identity.state.get()
  return state.kind === 'signed-in' && state.user.email === email.trim().toLowerCase()
}

const FAREWELL_KEY = 'dacapo.farewell'

export const storeSignOutMessage = (text: string): void =>
  void storeItem(FAREWELL_KEY, text, 'sessionStorage')

export function takeSignOutMessage(): string | null {
  const text = readItem(FAREWELL_KEY, 'sessionStorage')
  storeItem(FAREWELL_KEY, null, 'sessionStorage')
  return text
}
