import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { Configuration } from '#server/settings/configuration.ts'

/**
 * Returns the full name of a cookie of this app. With HTTPS, the name starts with __Host-, because browsers then
 * accept the cookie only from this host and for all paths.
 */
export const hostCookieName = (origin: string, name: string): string =>
  origin.startsWith('https://') ? `__Host-${name}` : name

/** Returns the full name of the session cookie, which is set by Better Auth. */
export const sessionCookieName = (origin: string): string => hostCookieName(origin, 'dacapo.session_token')

/**
 * Returns the full name of a cookie of this app, and the options for setting and deleting it. `maxAge` is in seconds.
 */
export function hostCookieSettings(
  origin: string,
  name: string,
  maxAge: number,
): { name: string; setOptions: CookieOptions; deleteOptions: CookieOptions } {
  const secure = origin.startsWith('https://')
  const deleteOptions = { path: '/', secure }
  return {
    name: hostCookieName(origin, `dacapo.${name}`),
    setOptions: { ...deleteOptions, httpOnly: true, maxAge, sameSite: 'Lax' },
    deleteOptions,
  }
}

type Secrets = Pick<Configuration, 'secret' | 'previousSecret'>

/**
 * Signs the cookie `name` of this request with the current SECRET if it was signed with the previous SECRET. Without
 * this, changing SECRET would sign everybody out (rule ID8). Leaves a cookie with any other signature unchanged.
 */
export async function acceptPreviousCookieSignature(
  request: Request,
  name: string,
  secrets: Secrets,
): Promise<void> {
  const header = request.headers.get('cookie')
  if (secrets.previousSecret === null || header === null) return
  const value = (await parseSigned(header, secrets.previousSecret, name))[name]
  if (typeof value !== 'string') return
  const [signed = ''] = (await serializeSigned(name, value, secrets.secret)).split(';', 1)
  const others = header.split(';').filter(cookie => !cookie.trim().startsWith(`${name}=`))
  request.headers.set('cookie', [...others.map(cookie => cookie.trim()), signed].join('; '))
}
