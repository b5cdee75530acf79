/** Navigation state that makes the next screen focus its first field instead of its heading. */
export const FOCUS_FIELD_STATE = 'focus-field'

/** Navigation state that makes the sign-in screen say that a sign-in link arrived without its token (rule SG19). */
export const DAMAGED_LINK_STATE = 'damaged-link'
