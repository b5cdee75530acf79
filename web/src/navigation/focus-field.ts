/** State of a navigation whose screen gives the focus to its field instead of its heading. */
export const FOCUS_FIELD = 'focus-field'
