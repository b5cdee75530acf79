import type { Visit } from './visit.ts'

/**
 * A visible state of the product. Accessibility tests, width tests and screenshots cover each one (rule UI26). A new
 * route, dialog or toast needs one, otherwise tests/look/states.test.ts fails.
 */
export type ScreenState = {
  /** Kebab-case and beginning with its screen; names the test and the screenshots. */
  readonly name: string
  /** A path of ROUTES in web/src/app/routes.tsx; `*` is an address that is none of ours. */
  readonly route: string
  /** Whom it is for. */
  readonly for: 'guest' | 'signed-in'
  /**
   * What it shows beside its screen: a dialog by the file that draws it (`screens/account/log-out.tsx`), a
   * toast by its call (`showSuccess pieces:new.saved`).
   */
  readonly covers?: readonly string[]
  /** What the browser reports on its console meanwhile. */
  readonly faults?: RegExp
  /** Brings a new page there, the way a musician comes there; resolves when everything stands. */
  readonly open: (visit: Visit) => Promise<void>
  /** The state in which `goOn` begins; `open` comes through it. */
  readonly after?: string
  /** Brings a page there that shows the state `after`. */
  readonly goOn?: (visit: Visit) => Promise<void>
}

/** What a file says of a state. With `after`, `open` begins in that earlier state. */
type Entry = Omit<ScreenState, 'route' | 'for' | 'goOn'>

/**
 * Returns the states of one route with its path, its audience and the whole way to each filled in. A state comes after
 * one that is listed above it, or after one of `elsewhere`, states of other screens from which a musician comes here
 * without a new page. Throws if it is in neither.
 */
export function statesOfRoute(
  route: string,
  whom: ScreenState['for'],
  entries: readonly Entry[],
  elsewhere: readonly ScreenState[] = [],
): readonly ScreenState[] {
  const states: ScreenState[] = []
  for (const entry of entries)
    states.push({ ...wholeWay(entry, [...elsewhere, ...states]), route, for: whom })
  return states
}

function wholeWay(entry: Entry, above: readonly ScreenState[]): Omit<ScreenState, 'route' | 'for'> {
  if (entry.after === undefined) return entry
  const before = above.find(state => state.name === entry.after)
  if (before === undefined) throw new Error(`${entry.name}: no state ${entry.after} above it`)
  return {
    ...entry,
    goOn: entry.open,
    async open(visit) {
      await before.open(visit)
      await entry.open(visit)
    },
  }
}

/** Console message that is expected in states in which the server refuses or cannot be reached. */
export const FAILED_REQUEST = /Failed to load resource/

/** The same where only sync fails, so that another failure in the same chain is still found. */
export const FAILED_SYNC = /Failed to load resource.*\/api\/v1\/sync\)$/

/** Source file of the feedback dialog. */
export const FEEDBACK_DIALOG = 'frame/feedback.tsx'

/** Source file of the dialog that explains the limits of the Free plan. */
export const UPGRADE_DIALOG = 'billing/upgrade-dialog.tsx'

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
