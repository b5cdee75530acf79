const KEY = 'dacapo.email'

/**
 * Returns the address that a sign-in link was requested for, so that opening the link need not ask for it (spec 4); or
 * null.
 */
export function rememberedEmail(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage may be blocked; then the address is asked for again.
    return null
  }
}

/** Stores the address until the link has been used to sign in (rule SI5). */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // See above.
  }
}

/** Deletes the stored address, because the link has been used or another address is wanted. */
export function forgetEmail(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}
