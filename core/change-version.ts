/** The version of the arguments in change.ts; see change-forms.ts. Apart, because it needs no parser. */
export const CHANGE_VERSION = 1
