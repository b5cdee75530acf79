/** A failure that a test has planned for a request: an error status, no response, or a broken connection. */
export type PlannedFailure = {
  /** True if the request is carried out and only its response fails. */
  performed: boolean
  /** The only operation that fails, by Stripe's name for it. If absent, any operation can fail. */
  of?: string
} & ({ kind: 'status'; status: number } | { kind: 'time-out' } | { kind: 'reset' })

/**
 * Creates a queue of failures that tests plan for requests to the Stripe stand-in. `plan` adds a failure. `next`
 * removes and returns the first failure that applies to the given operation, or null if there is none.
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
