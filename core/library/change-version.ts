/**
 * The version of the arguments in change.ts; see upcast-change.ts. Version 2 added the position of a part (0041). Apart,
 * because it needs no parser.
 */
export const CHANGE_VERSION = 2
