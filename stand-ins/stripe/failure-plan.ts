/** A failure that a test has planned for a request: an error status, no response, or a broken connection. */
export type PlannedFailure = {
  /** True to carry out the request and lose only its response. */
  performed: boolean
  /** Limits the failure to this operation, by Stripe's name for it. */
  of?: string
} & ({ kind: 'status'; status: number } | { kind: 'time-out' } | { kind: 'reset' })

/**
 * Creates a queue of failures that tests plan for requests to the Stripe stand-in. Each failure is used once, in the
 * order of planning.
 */
export function createFailurePlan() {
  const planned: PlannedFailure[] = []
  return {
    plan: (failure: PlannedFailure) => void planned.push(failure),
    next: (operation: string | null): PlannedFailure | null => {
      const place = planned.findIndex(({ of }) => of === undefined || of === operation)
      return place === -1 ? null : (planned.splice(place, 1)[0] ?? null)
    },
  }
}
