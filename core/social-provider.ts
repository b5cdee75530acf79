import type { SignInMethod } from './usage-event.ts'

/** Who else can say who somebody is (spec 6), in the order of their buttons. */
export const SOCIAL_PROVIDERS = ['google', 'facebook', 'twitter'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

export const isSocialProvider = (input: unknown): input is SocialProvider =>
  SOCIAL_PROVIDERS.some(name => name === input)

/** Under which name a provider's sign-ins are counted (spec 7). */
export const METHOD_OF: Readonly<Record<SocialProvider, SignInMethod>> = {
  google: 'Google',
  facebook: 'Facebook',
  twitter: 'Twitter',
}

/**
 * How a sign-in at a provider ended. 'email-unproven': the provider names no e-mail address or does not vouch for the
 * one it names, and nobody gets in with an address that may be another's (rule ID17).
 */
export const SOCIAL_OUTCOMES = ['signed-in', 'created', 'cancelled', 'email-unproven', 'failed'] as const

export type SocialOutcome = (typeof SOCIAL_OUTCOMES)[number]

export const isSocialOutcome = (input: unknown): input is SocialOutcome =>
  SOCIAL_OUTCOMES.some(name => name === input)

/** Where the provider is shown: in a popup, or, where popups are blocked, in place of the page. */
export type SocialWay = 'popup' | 'page'
