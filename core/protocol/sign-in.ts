// Limits for signing in, which the server enforces and the screens display, and how others' addresses are shown.

/** Minimum length of an email address in characters (spec 5, rules ID1 and SG1). */
export const MIN_EMAIL_LENGTH = 5
/** Maximum length of an email address in characters (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

/** Lifetime of a sign-in link in seconds (D7, rule ID4). */
export const SIGN_IN_LINK_LIFETIME_SECONDS = 15 * 60
/**
 * Lifetime of a sign-in code in seconds. It is shorter than that of a link because a code can be guessed (rule ID5).
 */
export const SIGN_IN_CODE_LIFETIME_SECONDS = 10 * 60

/** Number of characters of the token in a sign-in link, which are all letters A to Z and a to z. */
export const SIGN_IN_TOKEN_LENGTH = 44

/** Number of digits of a sign-in code, which can be typed instead of opening the link in the sign-in mail. */
export const SIGN_IN_CODE_LENGTH = 6
/**
 * Maximum number of wrong attempts before a sign-in code becomes invalid. The link in the same mail stays valid (D7,
 * rules ID6 and SG5).
 */
export const MAX_CODE_ATTEMPTS = 5

/**
 * Maximum number of wrong sign-in codes per email address and day. After that, only sign-in links work (rule ID27).
 */
export const MAX_WRONG_CODES_PER_DAY = 20

/**
 * Maximum age in seconds of a sign-in that still allows irreversible actions, such as deleting the account. The limit
 * protects a user whose device somebody else is using (rule DA2).
 */
export const FRESH_SESSION_SECONDS = 30 * 60

/** Returns an email address as somebody else may see it: its first character and its domain, such as `p…@example.org`. */
export const maskEmail = (email: string): string =>
  email.replace(/^(.)[^@]*/u, (_, first: string) => `${first}…`)
