import type { Intention } from './change.ts'
import { knownDetails } from './practice-details.ts'

/**
 * Returns the oldest version of changes that can say an intention, so that an older server keeps understanding all that
 * it knows (rule SY10).
 */
export const versionOf = (intention: Intention): number => (isOfVersion2(intention) ? 2 : 1)

function isOfVersion2({ kind, args }: Intention): boolean {
  switch (kind) {
    case 'piece.restore':
      return true
    case 'piece.patch':
      return args.performOn !== undefined || args.onHold !== undefined
    case 'part.patch':
      return args.position !== undefined
    case 'practice.add':
      return Object.keys(knownDetails(args)).length > 0
    default:
      return false
  }
}
