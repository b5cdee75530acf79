import { SIGN_IN_TOKEN_LENGTH } from '#core/protocol/sign-in.ts'

export type OpenedSignInLink = { readonly token: string; readonly email: string | null }

export function readOpenedSignInLink(): OpenedSignInLink | 'damaged' | null {
  const address = window.location.href.slice(window.location.origin.length)
  if (/^\/+confirm\/*$/i.test(address)) return parseOpenedLink(historyState()['signInLink'])
  const token = extractSignInToken(address)
  return token === null ? 'damaged' : { token, email: null }
}

/** Tolerates what mail programs do to a link: punctuation, encoding, line breaks (rule SG19). */
export function extractSignInToken(address: string): string | null {
  return TOKEN.exec(decodeAscii(decodeAscii(address)))?.[1]?.replaceAll(BREAKS, '') ?? null
}

const BREAKS = /[=\s>]/g
// In quoted-printable mails, = is written =3D, and = at the end of a line continues the line.
const TOKEN = new RegExp(`token\\W{0,9}(?:3D)?\\W{0,9}((?:[a-z][=\\s>]*){${SIGN_IN_TOKEN_LENGTH}})`, 'i')

// Unlike decodeURIComponent, it does not throw on other uses of the percent sign.
const decodeAscii = (text: string) =>
  text.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Removes the sign-in token from the address bar, where a screenshot or the browser's history could reveal it. */
export function moveSignInLinkToHistoryState(link: OpenedSignInLink): void {
  window.history.replaceState({ ...historyState(), signInLink: link }, '', '/confirm')
}

const historyState = () => (window.history.state ?? {}) as Record<string, unknown>

function parseOpenedLink(input: unknown): OpenedSignInLink | null {
  if (typeof input !== 'object' || input === null) return null
  const { token, email } = input as Partial<Record<keyof OpenedSignInLink, unknown>>
  if (typeof token !== 'string') return null
  return { token, email: typeof email === 'string' ? email : null }
}
