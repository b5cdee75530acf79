import type { Logger } from 'pino'
import type { SocialOutcome, SocialProvider } from '#core/protocol/social-provider.ts'
import { incrementCounter } from '#server/observability/counters.ts'

/** A sign-in by mail, with the link or the code, or at a provider. */
type EndedSignIn =
  | { way: 'email'; by: 'link' | 'code'; outcome: 'created' | 'signed-in' | 'link-invalid' }
  | { way: SocialProvider; outcome: SocialOutcome }

/** Logs a successful or failed sign-in and increments its counter, without identifying the user (rule ID37). */
export function logSignInAttempt(log: Logger, signIn: EndedSignIn): void {
  incrementCounter.signIn(signIn.way, signIn.outcome)
  log.info(signIn, 'a sign-in has ended')
}
