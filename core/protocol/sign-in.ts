// What signing in goes by on both sides: the server enforces it, the screens say it.

/** Minimum length of an e-mail address in characters (spec 5, rules ID1 and SG1). */
export const MIN_EMAIL_LENGTH = 5
/** Maximum length of an e-mail address in characters (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

/** Lifetime of a sign-in link (D7, rule ID4). */
export const SIGN_IN_LINK_LIFETIME_SECONDS = 15 * 60
/** Lifetime of a sign-in code. It is shorter because a code can be guessed (rule ID5). */
export const SIGN_IN_CODE_LIFETIME_SECONDS = 10 * 60

/** Digits of a code. */
export const SIGN_IN_CODE_LENGTH = 6
/** Wrong attempts after which a code is invalid; the link of the same mail still works (D7, rules ID6 and SG5). */
export const MAX_CODE_ATTEMPTS = 5

/** Wrong codes for one address per day, after which only links sign in (rule ID27). */
export const MAX_WRONG_CODES_PER_DAY = 20

/** Maximum age of a sign-in for actions that cannot be undone, in case somebody else has the device (rule DA2). */
export const FRESH_SESSION_SECONDS = 30 * 60
