/**
 * The version of the arguments in change.ts; see upcast-change.ts. Version 2 added the position of a part (0041), the
 * details of a practice entry, and the performance date and the hold of a piece (0045). Apart, because it needs no
 * parser.
 */
export const CHANGE_VERSION = 2
