/** Returns the value that the app provides in a context. Throws in a component that is rendered outside of the app. */
export function provided<T>(value: T | null): T {
  if (value === null) throw new Error('outside of the app')
  return value
}
