/**
 * The current version of the change format; see upcast-change.ts. Version 2 added the position of a part (0041), the
 * details of a practice entry, and the performance date and the hold of a piece (0045). In a file of its own so that
 * it is available without the parser.
 */
export const CHANGE_VERSION = 2
