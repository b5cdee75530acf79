import type { AnalyticsSignInMethod } from './usage-event.ts'

// Limits for signing in, which the server enforces and the screens display, and how others' addresses are shown.

export const MIN_EMAIL_LENGTH = 5
/** The limit that RFC 5321 sets. */
export const MAX_EMAIL_LENGTH = 254

export const SIGN_IN_LINK_LIFETIME_SECONDS = 15 * 60
/** Shorter than the lifetime of a link, because a code can be guessed (rule ID5). */
export const SIGN_IN_CODE_LIFETIME_SECONDS = 10 * 60

/** A token consists of this many letters, A to Z or a to z. */
export const SIGN_IN_TOKEN_LENGTH = 44

export const SIGN_IN_CODE_LENGTH = 6
export const MAX_CODE_ATTEMPTS = 5

/** Applies to each email address. After this many wrong codes, only links work (rule ID27). */
export const MAX_WRONG_CODES_PER_DAY = 20

/** Deleting the account requires a sign-in this recent, because somebody else may use the device (DA7). */
export const FRESH_SESSION_SECONDS = 30 * 60

/** Turns paul@example.org into p…@example.org, because somebody else may see it. */
export const maskEmail = (email: string): string =>
  email.replace(/^(.)[^@]*/u, (_, first: string) => `${first}…`)

/** Sorted in the order of the sign-in buttons. */
export const SOCIAL_PROVIDERS = ['google', 'facebook', 'twitter'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

export const isSocialProvider = (input: unknown): input is SocialProvider =>
  SOCIAL_PROVIDERS.some(name => name === input)

export const PROVIDER_DISPLAY_NAMES: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
}

export const ANALYTICS_METHOD_BY_PROVIDER: Readonly<Record<SocialProvider, AnalyticsSignInMethod>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'Twitter',
}

/**
 * 'account-exists': the email address belongs to a user who has not connected this provider. 'taken': the
 * provider's account is connected to another user.
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

export type SocialOutcome = (typeof SOCIAL_OUTCOMES)[number]

export const isSocialOutcome = (input: unknown): input is SocialOutcome =>
  SOCIAL_OUTCOMES.some(name => name === input)

/** 'page' signs in within the tab itself, if popups are blocked. */
export type SocialSignInWindow = 'popup' | 'page'

export type RemoteSessionEndReason = 'session-revoked' | 'account-deleted'
