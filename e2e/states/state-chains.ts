import type { ScreenState } from './state.ts'

/**
 * Groups states into chains that one page can show one after the other, because each state comes after the one before
 * it (`after`). Every state is in one chain. Where two states come after the same one, the second begins its own chain.
 */
export function chainStates(states: readonly ScreenState[]): readonly (readonly ScreenState[])[] {
  const chains: ScreenState[][] = []
  for (const state of states) {
    const chain = chains.find(chain => state.after !== undefined && chain.at(-1)?.name === state.after)
    if (chain === undefined) chains.push([state])
    else chain.push(state)
  }
  return chains
}
