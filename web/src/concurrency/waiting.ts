import type { Observable } from './observable.ts'

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

/** Returns a cleanup function for an effect. It prevents `use` from being called later. */
export function thenWhileMounted<T>(result: Promise<T>, use: (result: T) => void): () => void {
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
