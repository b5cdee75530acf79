// Beside usage-event.ts, so that the browser sends events without loading the schema library.

/** Maximum number of analytics events in one request (rule HT14). */
export const MAX_EVENTS_PER_REQUEST = 50

/** Inactivity in milliseconds after which the next analytics event starts a new visit (D12, rule AN1). */
export const VISIT_TIMEOUT_MS = 30 * 60_000
