import { whenIdle } from './when-idle.ts'

type Loadable = { readonly load: () => Promise<unknown> }

/**
 * Loads the code of lazy components when the browser is idle, so that they can be shown later without a connection. Loads
 * them one after the other, so that no task is long. A component whose code fails to load tries again when it is shown.
 */
export function preloadWhenIdle(components: readonly Loadable[]): void {
  whenIdle(() => void loadInTurn(components))
}

async function loadInTurn(components: readonly Loadable[]): Promise<void> {
  for (const { load } of components) await load().catch(() => {})
}
