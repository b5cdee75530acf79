/** What goes wrong with a request: an answer of another status, none at all, or a line that breaks. */
export type PlannedFailure = {
  /** Whether the request is carried out all the same: then only its answer is lost. */
  performed: boolean
  /** Only for this operation, in Stripe's own name for it. */
  of?: string
} & ({ kind: 'status'; status: number } | { kind: 'time-out' } | { kind: 'reset' })

/** Failures in the order in which they were planned; each is used once. */
export function plannedFailures() {
  const planned: PlannedFailure[] = []
  return {
    plan: (failure: PlannedFailure) => void planned.push(failure),
    next: (operation: string | null): PlannedFailure | null => {
      const place = planned.findIndex(({ of }) => of === undefined || of === operation)
      return place === -1 ? null : (planned.splice(place, 1)[0] ?? null)
    },
  }
}
