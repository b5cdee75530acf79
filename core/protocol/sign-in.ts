import type { AnalyticsSignInMethod } from './usage-event.ts'

// Limits for signing in, which the server enforces and the screens display, and how others' addresses are shown.

/** In characters (spec 5, rule SG1). */
export const MIN_EMAIL_LENGTH = 5
/** In characters, by RFC 5321. */
export const MAX_EMAIL_LENGTH = 254

/** How long the link of a mail is valid (D7, rule ID3). */
export const SIGN_IN_LINK_LIFETIME_SECONDS = 15 * 60
/** Shorter than a link's, because a code can be guessed (rule ID5). */
export const SIGN_IN_CODE_LIFETIME_SECONDS = 10 * 60

/** Letters A to Z and a to z. */
export const SIGN_IN_TOKEN_LENGTH = 44

/** How many digits a code has. */
export const SIGN_IN_CODE_LENGTH = 6
/** After this many wrong attempts a code is invalid; the mail's link stays valid (D7, rules ID5, SG4). */
export const MAX_CODE_ATTEMPTS = 5

/** Per email address; after this many, only sign-in links work (rule ID27). */
export const MAX_WRONG_CODES_PER_DAY = 20

/** Irreversible actions need a sign-in this recent: somebody else may be using the device (rule DA7). */
export const FRESH_SESSION_SECONDS = 30 * 60

/** Shows `p…@example.org` in place of an address that somebody else may see. */
export const maskEmail = (email: string): string =>
  email.replace(/^(.)[^@]*/u, (_, first: string) => `${first}…`)

/** In the order of their buttons (spec 6). */
export const SOCIAL_PROVIDERS = ['google', 'facebook', 'twitter'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

export const isSocialProvider = (input: unknown): input is SocialProvider =>
  SOCIAL_PROVIDERS.some(name => name === input)

export const PROVIDER_DISPLAY_NAMES: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
}

/** The names that events report for the providers (spec 7). */
export const ANALYTICS_METHOD_BY_PROVIDER: Readonly<Record<SocialProvider, AnalyticsSignInMethod>> = {
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

/** The outcome as it appears in the URL to which the browser returns. */
export type SocialOutcome = (typeof SOCIAL_OUTCOMES)[number]

export const isSocialOutcome = (input: unknown): input is SocialOutcome =>
  SOCIAL_OUTCOMES.some(name => name === input)

/** 'page': a tab, used instead of a popup if popups are blocked. */
export type SocialSignInWindow = 'popup' | 'page'

/** Does not apply to a sign-out on the device itself. Also the error code of the session's requests (D18). */
export type SessionEndReason = 'session-revoked' | 'account-deleted'
