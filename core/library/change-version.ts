/**
 * Current version of the change format; upcast-change.ts converts older ones. Version 2 added the position of a part
 * (0041), the details of a practice entry, and the performance date and the on-hold flag of a piece (0045). This file
 * is separate, so that code that reads the version does not load the parser.
 */
export const CHANGE_VERSION = 2
