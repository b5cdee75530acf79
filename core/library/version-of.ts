import type { Intention } from './change.ts'

/**
 * Returns the oldest version of changes that can say an intention, so that an older server keeps understanding all that
 * it knows (rule SY10).
 */
export const versionOf = ({ kind, args }: Intention): number =>
  kind === 'piece.restore' || (kind === 'part.patch' && args.position !== undefined) ? 2 : 1
