/** The kind of a toast, which decides its color, icon and duration. */
export type Tone = 'success' | 'error' | 'farewell'

/** The action that a toast offers, such as Undo. The toast goes when `until` is aborted, because it can no longer be done. */
export type ToastAction = { label: string; run: () => void; until?: AbortSignal }
