import { meantFor } from '#core/meant-for.ts'
import { request, type Failure } from './request.ts'

/** Deletes the account with everything in it, and whatever is paid; one that is gone already counts as done (rule DA5). */
export async function deleteAccountOf(
  userId: string,
  language: string,
): Promise<{ kind: 'deleted' } | Failure> {
  const path = `/api/v1/account?${new URLSearchParams({ language }).toString()}`
  const answer = await request('DELETE', path, undefined, meantFor(userId))
  const isGone = answer.kind === 'problem' && answer.code === 'account-deleted'
  return answer.kind === 'answer' || isGone ? { kind: 'deleted' } : answer
}
