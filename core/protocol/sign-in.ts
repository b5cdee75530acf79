import type { AnalyticsSignInMethod } from './usage-event.ts'

// Limits for signing in, which the server enforces and the screens display, and how others' addresses are shown.

/** The fewest characters of a valid email address (spec 5, rule SG1). */
export const MIN_EMAIL_LENGTH = 5
/** The most characters of an email address according to RFC 5321. */
export const MAX_EMAIL_LENGTH = 254

/** The time for which the link in a mail is valid (D7, rule ID3). */
export const SIGN_IN_LINK_LIFETIME_SECONDS = 15 * 60
/** Shorter than the lifetime of a link, because a code can be guessed (rule ID5). */
export const SIGN_IN_CODE_LIFETIME_SECONDS = 10 * 60

/** The number of letters, A to Z or a to z. */
export const SIGN_IN_TOKEN_LENGTH = 44

/** The number of digits. */
export const SIGN_IN_CODE_LENGTH = 6
/** After this many wrong attempts, a code is invalid; the link in the mail still works (D7, ID5, SG4). */
export const MAX_CODE_ATTEMPTS = 5

/** Applies to each email address. After this many wrong codes, only links work (rule ID27). */
export const MAX_WRONG_CODES_PER_DAY = 20

/** Deleting the account requires a sign-in within this time: somebody else may use the device (rule DA7). */
export const FRESH_SESSION_SECONDS = 30 * 60

/** Returns `p…@example.org`, for addresses that somebody else may see. */
export const maskEmail = (email: string): string =>
  email.replace(/^(.)[^@]*/u, (_, first: string) => `${first}…`)

/** Sorted in the order of their buttons (spec 6). */
export const SOCIAL_PROVIDERS = ['google', 'facebook', 'twitter'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

export const isSocialProvider = (input: unknown): input is SocialProvider =>
  SOCIAL_PROVIDERS.some(name => name === input)

export const PROVIDER_DISPLAY_NAMES: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
}

/** The names of the providers in analytics events (spec 7). */
export const ANALYTICS_METHOD_BY_PROVIDER: Readonly<Record<SocialProvider, AnalyticsSignInMethod>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'Twitter',
}

/**
 * The possible outcomes of a sign-in with a social provider.
 * - 'email-unproven': the provider has not verified the email address, so nobody is signed in (rule ID16).
 * - 'account-exists': the address belongs to a user who has not connected this provider. Nobody is signed
 *   in.
 * - 'connected': the provider is connected to the user who asked for it on the account screen (rule ID34).
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

/** Appears in the URL to which the provider sends the browser back. */
export type SocialOutcome = (typeof SOCIAL_OUTCOMES)[number]

export const isSocialOutcome = (input: unknown): input is SocialOutcome =>
  SOCIAL_OUTCOMES.some(name => name === input)

/** 'page' uses the tab itself, if popups are blocked. */
export type SocialSignInWindow = 'popup' | 'page'

/** Why the server has ended a session. A sign-out on the device itself is none of these (D18). */
export type SessionEndReason = 'session-revoked' | 'account-deleted'
