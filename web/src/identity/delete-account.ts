import { requestAccountDeletion } from '#web/api/account-call.ts'
import type { Failure } from '#web/api/send-request.ts'
import { forgetEmail } from './remembered-email.ts'
import { saveSentLink } from './sent-link.ts'
import { wipeDevice } from './sign-out.ts'

/** The result of deleting the account. */
export type AccountDeletionResult = { kind: 'deleted' } | { kind: 'failed'; problem: Failure }

/**
 * Deletes the account on the server and then, in every tab, all data on this device (rule DA9). Sends no pending
 * changes first, because they would be deleted immediately.
 */
export async function deleteAccount(userId: string, language: string): Promise<AccountDeletionResult> {
  const answer = await requestAccountDeletion(userId, language)
  if (answer.kind !== 'deleted') return { kind: 'failed', problem: answer }
  forgetEmail()
  saveSentLink(null)
  await wipeDevice(userId)
  return { kind: 'deleted' }
}
