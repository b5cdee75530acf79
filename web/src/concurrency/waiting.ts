import type { Observable } from './observable.ts'

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

export function waitUntil<T>(source: Observable<T>, isFulfilled: (value: T) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => isFulfilled(source.get()) && resolve()
  const stop = source.subscribe(look)
  look()
  return promise.finally(stop)
}
