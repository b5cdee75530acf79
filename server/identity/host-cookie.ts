import type { CookieOptions } from 'hono/utils/cookie'

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
