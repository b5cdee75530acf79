import type { Analytics } from '#web/analytics/analytics.ts'
import { createAnalytics } from '#web/analytics/create-analytics.ts'
import { loadOnce } from '#web/concurrency/load-once.ts'
import { createUserIdentity } from '#web/identity/create-user-identity.ts'
import type { UserIdentity } from '#web/identity/user-identity.ts'

/** The state and the services of one app. Everything that knows the user is in here, and in no module. */
export type AppServices = {
  readonly analytics: Analytics
  readonly identity: UserIdentity
}

/** Creates the state and the services of an app. Starts nothing and reads nothing yet. */
export function createAppServices(): AppServices {
  const analytics = createAnalytics()
  const identity = createUserIdentity(
    analytics,
    loadOnce(async () => {
      const { createFeedbackSender } = await import('#web/feedback/create-feedback-sender.ts')
      return createFeedbackSender()
    }),
  )
  return { analytics, identity }
}
