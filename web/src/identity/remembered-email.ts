const KEY = 'dacapo.email'

/**
 * Returns the email address for which a sign-in link was last requested in this browser, so that the user can open the
 * link without typing the address (spec 4). Returns null if none is stored.
 */
export function rememberedEmail(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage may be blocked; then the address is asked for again.
    return null
  }
}

/**
 * Stores the email address for which a sign-in link was requested, so that the user can open the link without typing
 * the address (rule SI5).
 */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // See above.
  }
}

/** Deletes the stored email address. Called after the sign-in, or if the user wants to use another address. */
export function forgetEmail(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}
