/**
 * Kind of a toast: success, error, or 'neutral' for a sign-out. It determines the toast's color, icon and duration.
 */
export type ToastTone = 'success' | 'error' | 'neutral'

/**
 * An action that a toast offers, such as Undo. The toast is removed when `until` is aborted, because the action is then
 * impossible.
 */
export type ToastAction = { label: string; run: () => void; until?: AbortSignal }
