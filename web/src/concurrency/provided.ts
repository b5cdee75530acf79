/**
 * Returns `value`, the value of a React context that the app provides. Throws if it is null, because the component is
 * then rendered outside the app.
 */
export function provided<T>(value: T | null): T {
  if (value === null) throw new Error('outside of the app')
  return value
}
