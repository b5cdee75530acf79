/**
 * Current version of the change format. upcast-change.ts converts older versions. Version 2 added the position of a
 * part (decision 0041), the details of a practice entry, and the performance date and on-hold flag of a piece
 * (decision 0045). This constant has its own file, so that code which needs only the version does not load the parser.
 */
export const CHANGE_VERSION = 2
