import type { Observable } from './observable.ts'

/** Resolves when the value of an observable fulfills a condition, or at once if the current value fulfills it. */
export function until<T>(source: Observable<T>, isFulfilled: (value: T) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => isFulfilled(source.get()) && resolve()
  const stop = source.subscribe(look)
  look()
  return promise.finally(stop)
}
