import { createElement, lazy, useState, type ComponentType } from 'react'

/** A part of the interface whose code comes later. */
export type Later<Props> = {
  /** What is drawn; within a Suspense, for where it is not there yet. */
  readonly Part: ComponentType<Props>
  /** Brings it without drawing it; rejects where that cannot be done now, and tries again the next time. */
  readonly load: () => Promise<unknown>
}

/**
 * React's lazy, but what was loaded before is drawn at once (rule UI50). lazy by itself asks for it again, leaves its
 * place empty meanwhile, and React then keeps it empty for 300 ms, so that nothing flickers.
 */
export function later<Props extends object>(
  from: () => Promise<{ default: ComponentType<Props> }>,
): Later<Props> {
  let loaded: ComponentType<Props> | null = null
  async function load() {
    const part = await from()
    loaded = part.default
    return part
  }
  const Awaited = lazy(load)

  function Part(props: Props) {
    // What stands there stays: as another type of component it would forget what was done in it.
    const [Shown] = useState(() => loaded ?? Awaited)
    return createElement(Shown as ComponentType<Props>, props)
  }
  return { Part, load }
}
