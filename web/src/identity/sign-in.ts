import type { Failure } from '#web/api/request.ts'
import { postConfirmation, postSignInLink, type Proof } from '#web/api/sign-in-calls.ts'
import { report } from '#web/outside/analytics.ts'
import { syncNow } from '#web/store/sync-state.ts'
import { forgetEmail, rememberEmail } from './remembered-email.ts'
import { arrive, checkSession } from './session-state.ts'
import { tellOtherTabs } from './tabs.ts'

export type { Proof }
export type LinkAsked = { kind: 'sent' } | { kind: 'failed'; problem: Failure }
export type Confirmed = { kind: 'signed-in'; created: boolean } | { kind: 'failed'; problem: Failure }

/**
 * Asks for the mail with link and code and remembers the address, so that following the link need not ask for it
 * again (spec 4, rule SI5). Language: the tag the mail is written in.
 */
export async function requestSignInLink(email: string, language: string): Promise<LinkAsked> {
  const answer = await postSignInLink(email, language)
  if (answer.kind !== 'sent') return { kind: 'failed', problem: answer }
  rememberEmail(email)
  return answer
}

/** Signs in with the link's token or the code; on success the address is forgotten and the library is open (rule SI5). */
export async function confirmSignIn(proof: Proof): Promise<Confirmed> {
  const answer = await postConfirmation(proof)
  if (answer.kind !== 'signed-in') return { kind: 'failed', problem: answer }
  forgetEmail()
  await arrive(answer.user)
  report({ name: answer.created ? 'sign_up' : 'login', method: 'Email' })
  void checkSession()
  settleIn(answer.user.id)
  return { kind: 'signed-in', created: answer.created }
}

/** What follows every sign-in. Nothing of it is waited for: the musician is in. */
export function settleIn(userId: string): void {
  tellOtherTabs({ kind: 'signed-in', userId })
  void syncNow()
  void clearAway(userId)
}

async function clearAway(userId: string): Promise<void> {
  const { deleteOtherLibraries } = await import('#web/store/delete-library.ts')
  await deleteOtherLibraries(userId)
}
