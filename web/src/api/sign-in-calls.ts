import { isObject, request, type Failure } from './request.ts'
import { parseUser, type UserAnswer } from './session-calls.ts'

/** What proves that somebody reads the mails to an address: the link's token, or the code of the same mail. */
export type Proof =
  | { readonly email: string; readonly token: string }
  | { readonly email: string; readonly code: string }

/** Asks for a mail with a sign-in link and a code; answered alike whether or not the address is known. */
export async function postSignInLink(email: string, language: string): Promise<{ kind: 'sent' } | Failure> {
  const answer = await request('POST', '/api/v1/sign-in-links', { email, language })
  return answer.kind === 'answer' ? { kind: 'sent' } : answer
}

/** Shows the proof to the server, which gives this browser its cookie. */
export async function postConfirmation(
  proof: Proof,
): Promise<{ kind: 'signed-in'; user: UserAnswer; created: boolean } | Failure> {
  const answer = await request('POST', '/api/v1/sign-in-links/confirm', proof)
  if (answer.kind !== 'answer') return answer
  const user = isObject(answer.body) ? parseUser(answer.body['user']) : null
  if (user === null) return { kind: 'unexpected', status: 200 }
  return { kind: 'signed-in', user, created: isObject(answer.body) && answer.body['created'] === true }
}
