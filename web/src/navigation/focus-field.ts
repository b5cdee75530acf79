/** History state of a navigation that makes the screen focus its first field instead of its heading. */
export const FOCUS_FIELD_STATE = 'focus-field'
