/**
 * Version of the stored type TimedRoutine. It is incremented if the type changes, and stored routines of other versions
 * are discarded.
 */
export const TIMED_ROUTINE_VERSION = 2
