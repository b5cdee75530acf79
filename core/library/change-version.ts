/** The version of the arguments in change.ts; see upcast-change.ts. Apart, because it needs no parser. */
export const CHANGE_VERSION = 1
