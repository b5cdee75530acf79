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

export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // As above.
  }
}

export function forgetEmail(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
