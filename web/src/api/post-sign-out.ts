import { postSignOut as signOut } from '#core/protocol/operations.ts'
import { sendRequest, type RequestFailure } from './send-request.ts'

/** Ends the session on the server. Also succeeds if the session no longer exists. */
export async function postSignOut(): Promise<{ kind: 'done' } | RequestFailure> {
  const answer = await sendRequest(signOut.method, signOut.path, {})
  if (answer.kind === 'answer') return { kind: 'done' }
  return answer.kind === 'problem' && answer.status === 401 ? { kind: 'done' } : answer
}
