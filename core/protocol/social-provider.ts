import type { SignInMethod } from './usage-event.ts'

/** The social sign-in providers (spec 6), in the order of their buttons. */
export const SOCIAL_PROVIDERS = ['google', 'facebook', 'twitter'] as const

/** A provider that a user can sign in with. */
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** Returns true if the input names a provider that a user can sign in with. */
export const isSocialProvider = (input: unknown): input is SocialProvider =>
  SOCIAL_PROVIDERS.some(name => name === input)

/** What musicians call it. */
export const PROVIDER_NAME: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
}

/** The analytics name of each provider's sign-ins (spec 7). */
export const SIGN_IN_METHODS: Readonly<Record<SocialProvider, SignInMethod>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'Twitter',
}

/**
 * How a visit at a provider ended. 'email-unproven': the provider names no e-mail address or does not vouch for the
 * one it names, and nobody gets in with an address that may be another's (rule ID17). 'account-exists': the address has
 * an account that this provider does not sign in to, and its user is not signed in here. 'proven': its user is, and is
 * asked now, unless it is connected already (rule ID34). 'taken': the account at the provider signs in somebody else.
 */
export const SOCIAL_OUTCOMES = [
  'signed-in',
  'created',
  'cancelled',
  'email-unproven',
  'failed',
  'account-exists',
  'proven',
  'taken',
] as const

/** The outcome of a sign-in at a provider, as the address of the return states it. */
export type SocialOutcome = (typeof SOCIAL_OUTCOMES)[number]

/** Returns true if the input is an outcome of a sign-in at a provider. */
export const isSocialOutcome = (input: unknown): input is SocialOutcome =>
  SOCIAL_OUTCOMES.some(name => name === input)

/** The end of the name of the cookie that says to scripts that there is a sign-in to ask about (rule ID34). */
export const PENDING_SIGN_IN_MARK = 'asks'

/** Whether the provider opens in a popup or, if popups are blocked, in place of the page. */
export type SocialSignInMode = 'popup' | 'page'
