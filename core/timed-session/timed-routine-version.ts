/**
 * The version of the persisted type TimedRoutine. Incremented if the type changes; a stored routine of another version
 * is discarded.
 */
export const TIMED_ROUTINE_VERSION = 2
