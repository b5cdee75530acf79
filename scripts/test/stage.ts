/** What a stage came to: numbers of checks or tests, and what to show when some failed. */
export type Outcome = { passed: number; failed: number; output: string }

/** One step of `npm test`. It reports failures in its outcome and throws only when it is itself broken. */
export type Stage = { name: string; needsBrowser: boolean; run: () => Promise<Outcome> }
