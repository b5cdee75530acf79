export type Tone = 'success' | 'error' | 'farewell'

/** The action that a toast offers, such as Undo. */
export type ToastAction = { label: string; run: () => void }
