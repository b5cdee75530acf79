import type { CookieOptions } from 'hono/utils/cookie'

/** Over HTTPS, the prefix __Host- makes browsers accept the cookie only from this host and for all paths. */
export const hostPrefixedCookieName = (origin: string, name: string): string =>
  origin.startsWith('https://') ? `__Host-${name}` : name

export const sessionCookieName = (origin: string): string =>
  hostPrefixedCookieName(origin, 'dacapo.session_token')

/** `maxAge` is in seconds. */
export function hostCookieSettings(
  origin: string,
  name: string,
  maxAge: number,
): { name: string; setOptions: CookieOptions; deleteOptions: CookieOptions } {
  const secure = origin.startsWith('https://')
  const deleteOptions = { path: '/', secure }
  return {
    name: hostPrefixedCookieName(origin, `dacapo.${name}`),
    setOptions: { ...deleteOptions, httpOnly: true, maxAge, sameSite: 'Lax' },
    deleteOptions,
  }
}
