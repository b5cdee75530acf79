import { devAddress } from '../../e2e/running-server.ts'

/** Signs in with the code from the stand-in mailbox. Returns the session cookie. */
export async function signInAt(origin: string, email: string): Promise<string> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${origin}/api/v1/${path}`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const requested = await post('sign-in-links', { email, language: 'en' })
  const box = await fetch(devAddress(origin, `/dev/mailbox.json?to=${encodeURIComponent(email)}`))
  const mails: { text: string }[] = await box.json()
  const code = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0]
  const confirmed = await post('sign-in-links/confirm', { email, code }, cookieIn(requested))
  if (confirmed.status !== 200) throw new Error(`not signed in: ${confirmed.status}`)
  return cookieIn(confirmed)
}

export const cookieIn = (response: Response) =>
  response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
