// Beside usage-event.ts, so that the browser sends events without loading the schema library.

/** The most events in one request (rule HT14). */
export const MAX_EVENTS_PER_REQUEST = 50

/** After this long without an event the next one begins a new visit (D12, rule AN1). */
export const VISIT_TIMEOUT_MS = 30 * 60_000
