import type { Intention } from './change.ts'
import { changeKindDefinition } from './change-kinds.ts'

/**
 * Returns the oldest version of the change format that can express an intention (an action of the user). Changes are
 * sent in this version, so that older servers accept as many of them as possible (rule SY10).
 */
export const minimumChangeVersion = (intention: Intention): number =>
  changeKindDefinition(intention).isOfVersion2?.(intention.args) === true ? 2 : 1
