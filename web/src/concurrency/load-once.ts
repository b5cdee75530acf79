/**
 * Returns a function that calls `load` when it is called first, and returns the same result to all later callers. If
 * `load` fails, all waiting callers get the error, and the next call runs `load` again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    }))
}
