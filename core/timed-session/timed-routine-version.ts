/**
 * Version of the stored type TimedRoutine. It must be incremented when the type changes, because stored routines of
 * other versions cannot be read and are discarded.
 */
export const TIMED_ROUTINE_VERSION = 2
