import type { CookieOptions } from 'hono/utils/cookie'

/** A cookie for the browser that has asked: what it is called, how it is set, and how it is taken away again. */
export function hostCookie(
  origin: string,
  name: string,
  maxAge: number,
): { name: string; kept: CookieOptions; gone: CookieOptions } {
  const secure = origin.startsWith('https://')
  const gone = { path: '/', secure }
  return {
    // The prefix __Host- lets no other host or path set the cookie in our place.
    name: secure ? `__Host-dacapo.${name}` : `dacapo.${name}`,
    kept: { ...gone, httpOnly: true, maxAge, sameSite: 'Lax' },
    gone,
  }
}
