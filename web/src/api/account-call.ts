import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { requestApi } from './request.ts'
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
  const path = `/api/v1/account?${new URLSearchParams({ language }).toString()}`
  const answer = await requestApi('DELETE', path, undefined, expectedUserHeader(userId))
  const isGone = answer.kind === 'problem' && answer.code === 'account-deleted'
  return answer.kind === 'answer' || isGone ? { kind: 'deleted' } : answer
}
