/**
 * Runs `load`, which imports code, and returns its result. If the browser puts the page into its back/forward cache
 * meanwhile, also runs `again` when the page returns, because Firefox never settles an import that was running then. The
 * first of both to settle counts.
 */
export function importAgainOnReturn<T>(load: () => Promise<T>, again: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const importAgain = ({ persisted }: PageTransitionEvent) =>
    void (persisted && again().then(resolve, reject))
  addEventListener('pageshow', importAgain)
  load().then(resolve, reject)
  return promise.finally(() => removeEventListener('pageshow', importAgain))
}
