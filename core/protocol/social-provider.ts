import type { SignInMethod } from './usage-event.ts'

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
 *   belong to somebody else (rule ID17).
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
