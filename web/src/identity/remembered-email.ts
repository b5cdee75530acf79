const KEY = 'dacapo.email'

/** The address a sign-in link was sent to, so that following the link need not ask for it again (spec 4); or null. */
export function rememberedEmail(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage may be forbidden; then the address is asked for again.
    return null
  }
}

/** Remembers the address until the link has signed in (rule SI5). */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // As above.
  }
}

/** Forgets it: the link has signed in, or another address is wanted. */
export function forgetEmail(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
