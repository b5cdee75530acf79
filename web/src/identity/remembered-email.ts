const KEY = 'dacapo.email'

/**
 * Returns the address for which a sign-in link was last requested, so that the link works without typing the address
 * (spec 4). Returns null if there is none.
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
 * Stores the address for which a sign-in link was requested, so that the link works without typing the address (rule
 * SI5).
 */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // See above.
  }
}

/** Deletes the stored address, after the sign-in or if the user wants to use another address. */
export function forgetEmail(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}
