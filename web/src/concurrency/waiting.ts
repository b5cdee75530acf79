import type { Observable } from './observable.ts'

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

/** Returns an effect's cleanup function, after which `use` is no longer called. */
export function whileMounted<T>(result: Promise<T>, use: (result: T) => void): () => void {
  let isMounted = true
  void result.then(value => isMounted && use(value))
  return () => {
    isMounted = false
  }
}

export function waitUntil<T>(source: Observable<T>, isFulfilled: (value: T) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => isFulfilled(source.get()) && resolve()
  const stop = source.subscribe(look)
  look()
  return promise.finally(stop)
}
