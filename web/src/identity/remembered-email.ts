const KEY = 'dacapo.email'

/**
 * Returns the address that a sign-in link was last requested for, so that the link works without typing it (spec 4);
 * null if there is none.
 */
export function rememberedEmail(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage may be blocked; then the address is asked for again.
    return null
  }
}

/** Stores the address that a sign-in link was requested for (rule SI5). */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // See above.
  }
}

/** Deletes the stored address after the sign-in, or if another address is wanted. */
export function forgetEmail(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}
