import type { Intention } from './change.ts'
import { changeKindDefinition } from './change-kinds.ts'

/**
 * Returns the oldest version of changes that can say an intention, so that an older server keeps understanding all that
 * it knows (rule SY10).
 */
export const versionOf = (intention: Intention): number =>
  changeKindDefinition(intention).isOfVersion2?.(intention.args) === true ? 2 : 1
