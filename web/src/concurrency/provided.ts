/**
 * Returns `value`, which the app provides: that of a React context, or the element that the app is rendered into. Throws
 * if it is null, because the code then runs outside the app.
 */
export function provided<T>(value: T | null): T {
  if (value === null) throw new Error('outside of the app')
  return value
}
