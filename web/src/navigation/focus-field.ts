/** History state of a navigation after which the screen focuses its first field instead of its heading. */
export const FOCUS_FIELD_STATE = 'focus-field'
