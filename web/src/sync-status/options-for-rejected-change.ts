import type { Library } from '#core/library/library.ts'
import { admitChange, type StripeRoleOrUnknown } from '#core/plan/plan.ts'
import { countsForPlanLimits } from '#web/store/counts-for-plan-limits.ts'
import type { RejectedRow } from '#web/store/local-database.ts'
import { rejectedChangeKind } from './rejected-change-kinds.ts'

/** The options for a rejected change besides discarding it (rule RC2). */
type RejectedOptions = {
  /** The limit that Pro would raise, or null if upgrading does not help. */
  readonly upgrade: 'pieces' | 'parts' | null
  readonly retry: boolean
  readonly edit: boolean
}

/**
 * Returns what the user can do about a rejected change besides discarding it: retry it, edit it or upgrade to Pro.
 * Omits a retry that cannot succeed.
 */
export function optionsForRejectedChange(
  { change, code }: RejectedRow,
  library: Library,
  role: StripeRoleOrUnknown,
): RejectedOptions {
  const edit = rejectedChangeKind(change).hasForm(change.args, library)
  switch (code) {
    case 'too-many-pieces':
    case 'too-many-parts': {
      const fits = admitChange(change, countsForPlanLimits(library), role).kind === 'allowed'
      const limit = code === 'too-many-pieces' ? 'pieces' : 'parts'
      // Deleting a section would make room; the form of a new piece cannot reduce the number of pieces.
      return { upgrade: fits ? null : limit, retry: fits, edit: edit && limit === 'parts' }
    }
    case 'deleted':
      return { upgrade: null, retry: false, edit }
    case 'unknown-kind':
    case 'not-found':
    case 'library-full':
      return { upgrade: null, retry: true, edit: false }
    case 'invalid':
    case 'last-part':
    case 'server-error':
      return { upgrade: null, retry: true, edit }
  }
}
