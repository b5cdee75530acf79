import { requestAccountDeletion } from '#web/api/account-calls.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import type { UserIdentity } from './user-identity.ts'
import { deleteLocalUserData } from './sign-out.ts'

/**
 * Result of deleting the account: deleted, or failed with the reason, for example no connection or a sign-in that is
 * too old.
 */
export type AccountDeletionResult = { kind: 'deleted' } | { kind: 'failed'; problem: RequestFailure }

/**
 * Deletes the account on the server. If that succeeds, signs out every tab of this browser and deletes the user's data
 * from this device (rule DA9). Does not sync pending changes first, because the server would delete them at once.
 *
 * @param language language of the confirmation mail, such as 'de'
 */
export function deleteAccount(
  identity: UserIdentity,
  userId: string,
  language: string,
): Promise<AccountDeletionResult> {
  return identity.postponeNewsDuring(async () => {
    const answer = await requestAccountDeletion(userId, language)
    if (answer.kind !== 'deleted') return { kind: 'failed', problem: answer }
    await deleteLocalUserData(identity, userId)
    return { kind: 'deleted' }
  })
}
