import type { LibraryWithEntries } from '#core/library/library.ts'
import type { StripeRole } from '#core/plan/plan.ts'

/** A server in a simulated world: its sync API, and what operators and time do to it. */
export type TorturedServer = {
  post(body: string, now: number): Promise<{ status: number; body: string }>
  setRole(role: StripeRole): Promise<void>
  /** Gives the function that sets the server back to this state, under a new epoch. */
  backUp(): Promise<() => Promise<void>>
  /** Forgets what it may forget by now. */
  runJobs(now: number): Promise<void>
  /** All that it keeps. */
  library(): Promise<LibraryWithEntries>
  revision(): Promise<number>
}
