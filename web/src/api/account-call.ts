import { deleteAccount } from '#core/protocol/operations.ts'
import { call } from './call.ts'
import { type RequestFailure } from './send-request.ts'

/**
 * Requests the deletion of the account with all its data and subscriptions. Also succeeds if the account is already
 * deleted (rule DA5).
 *
 * @param language language of the confirmation mail, such as 'de'
 */
export async function requestAccountDeletion(
  userId: string,
  language: string,
): Promise<{ kind: 'deleted' } | RequestFailure> {
  const answer = await call(deleteAccount, { userId, parameters: { language } })
  const isGone = answer.kind === 'problem' && answer.code === 'account-deleted'
  return answer.kind === 'answer' || isGone ? { kind: 'deleted' } : answer
}
