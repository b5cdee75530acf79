import { sendRequest, type RequestFailure } from './send-request.ts'

/** Ends the session on the server. Succeeds if the session does not exist any more. */
export async function postSignOut(): Promise<{ kind: 'done' } | RequestFailure> {
  const answer = await sendRequest('POST', '/api/v1/sign-out', {})
  if (answer.kind === 'answer') return { kind: 'done' }
  return answer.kind === 'problem' && answer.status === 401 ? { kind: 'done' } : answer
}
