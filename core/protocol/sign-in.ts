import type { SignInMethod } from './usage-event.ts'

// Limits for signing in, which the server enforces and the screens display, and how others' addresses are shown.

/** Minimum length of an email address in characters (spec 5, rule SG1). */
export const MIN_EMAIL_LENGTH = 5
/** Maximum length of an email address in characters (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

/** Lifetime of a sign-in link in seconds (D7, rule ID3). */
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
 * rules ID5 and SG4).
 */
export const MAX_CODE_ATTEMPTS = 5

/**
 * Maximum number of wrong sign-in codes per email address and day. After that, only sign-in links work (rule ID27).
 */
export const MAX_WRONG_CODES_PER_DAY = 20

/**
 * Maximum age in seconds of a sign-in that still allows irreversible actions, such as deleting the account. The limit
 * protects a user whose device somebody else is using (rule DA7).
 */
export const FRESH_SESSION_SECONDS = 30 * 60

/** Returns an email address as somebody else may see it: its first character and its domain, such as `p…@example.org`. */
export const maskEmail = (email: string): string =>
  email.replace(/^(.)[^@]*/u, (_, first: string) => `${first}…`)

/** The social sign-in providers, Google, Facebook and X (spec 6), in the order of their buttons. */
export const SOCIAL_PROVIDERS = ['google', 'facebook', 'twitter'] as const

/** A social sign-in provider: Google, Facebook or X. */
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** Returns true if the input is the name of a social sign-in provider. */
export const isSocialProvider = (input: unknown): input is SocialProvider =>
  SOCIAL_PROVIDERS.some(name => name === input)

/** The name of each social sign-in provider as shown to users. */
export const PROVIDER_DISPLAY_NAMES: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
}

/** Name of each social sign-in provider as analytics events report it (spec 7). */
export const ANALYTICS_SIGN_IN_METHODS: Readonly<Record<SocialProvider, SignInMethod>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'Twitter',
}

/**
 * The possible outcomes of a sign-in with a social provider.
 * - 'email-unproven': the provider reports no verified email address. Nobody is signed in, because the address may
 *   belong to somebody else (rule ID16).
 * - 'account-exists': the address belongs to a user who has not connected this provider. Nobody is signed in.
 * - 'connected': the provider is connected to the signed-in user, who began this on the account screen (rule ID34).
 * - 'taken': the provider's account is connected to another user.
 */
const SOCIAL_OUTCOMES = [
  'signed-in',
  'created',
  'cancelled',
  'email-unproven',
  'failed',
  'account-exists',
  'connected',
  'taken',
] as const

/** Outcome of a sign-in with a social provider, as it appears in the URL to which the browser returns. */
export type SocialOutcome = (typeof SOCIAL_OUTCOMES)[number]

/** Returns true if the input is an outcome of a sign-in with a social provider. */
export const isSocialOutcome = (input: unknown): input is SocialOutcome =>
  SOCIAL_OUTCOMES.some(name => name === input)

/**
 * Place in which the sign-in page of a social provider opens: a popup, or the current page's tab if popups are blocked.
 */
export type SocialSignInMode = 'popup' | 'page'

/**
 * Reason why a session was ended, other than by a sign-out on the device itself. The user signed this device out from
 * another device, or the account was deleted. Requests with that session fail with the reason as error code (D18).
 */
export type SessionEndReason = 'session-revoked' | 'account-deleted'
