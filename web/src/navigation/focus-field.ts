/** Navigation state that makes the next screen focus its first field instead of its heading. */
export const FOCUS_FIELD_STATE = 'focus-field'
