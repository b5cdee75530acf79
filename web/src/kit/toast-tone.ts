/** The kind of a toast. It determines the color, the icon and the duration. */
export type ToastTone = 'success' | 'error' | 'farewell'

/**
 * An action that a toast offers, such as Undo. When `until` is aborted the toast is removed, because the action is no
 * longer possible.
 */
export type ToastAction = { label: string; run: () => void; until?: AbortSignal }
