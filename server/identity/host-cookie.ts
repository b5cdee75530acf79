import type { CookieOptions } from 'hono/utils/cookie'

export const hostPrefixedCookieName = (origin: string, name: string): string =>
  origin.startsWith('https://') ? `__Host-${name}` : name

export const sessionCookieName = (origin: string): string =>
  hostPrefixedCookieName(origin, 'dacapo.session_token')

export function hostCookieSettings(
  origin: string,
  name: string,
  maxAgeSeconds: number,
): { name: string; setOptions: CookieOptions; deleteOptions: CookieOptions } {
  const secure = origin.startsWith('https://')
  const deleteOptions = { path: '/', secure }
  return {
    name: hostPrefixedCookieName(origin, `dacapo.${name}`),
    setOptions: { ...deleteOptions, httpOnly: true, maxAge: maxAgeSeconds, sameSite: 'Lax' },
    deleteOptions,
  }
}
