import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { request } from './request.ts'
import { type Failure } from './send-request.ts'

/** Deletes the account with all its data and subscriptions. Succeeds if the account is already deleted (rule DA5). */
export async function requestAccountDeletion(
  userId: string,
  language: string,
): Promise<{ kind: 'deleted' } | Failure> {
  const path = `/api/v1/account?${new URLSearchParams({ language }).toString()}`
  const answer = await request('DELETE', path, undefined, expectedUserHeader(userId))
  const isGone = answer.kind === 'problem' && answer.code === 'account-deleted'
  return answer.kind === 'answer' || isGone ? { kind: 'deleted' } : answer
}
