/**
 * The form in which the time of a routine is persisted. A version of the app that changes the type TimedRoutine raises it,
 * and drops what it finds in another form.
 */
export const TIMED_FORM = 1
