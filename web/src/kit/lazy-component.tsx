import { createElement, lazy, useState, type ComponentType } from 'react'

/** A component whose code is loaded only when it is needed, with a function that loads the code in advance. */
export type LazyComponent<Props> = {
  /** The component. Render it inside a Suspense boundary, because its code may not be loaded yet. */
  readonly View: ComponentType<Props>
  /** Loads the code without rendering it; rejects on failure, and retries on the next call. */
  readonly load: () => Promise<unknown>
}

/**
 * Creates a component whose code is loaded with `from` when it is first rendered. If the code is already loaded, the
 * component renders immediately, whereas React's lazy would show nothing for 300 ms.
 */
export function createLazyComponent<Props extends object>(
  from: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  async function load() {
    const part = await from()
    loaded = part.default
    return part
  }
  const Awaited = lazy(load)

  function View(props: Props) {
    // A mounted component keeps its type, because another type would reset its state.
    const [Shown] = useState(() => loaded ?? Awaited)
    return createElement(Shown as ComponentType<Props>, props)
  }
  return { View, load }
}
