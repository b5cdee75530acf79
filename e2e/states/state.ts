import type { Visit } from './visit.ts'

/**
 * One state of the product: axe, the width test and the screenshots see every one of them (rules UI25 to UI27). A
 * new route, dialog or toast needs one, or tests/look/states.test.ts fails.
 */
export type State = {
  /** Kebab-case and beginning with its screen; names the test and the screenshots. */
  readonly name: string
  /** A path of ROUTES in web/src/app/routes.tsx; `*` is an address that is none of ours. */
  readonly route: string
  /** Whom it is for. */
  readonly for: 'guest' | 'signed-in'
  /**
   * What it shows beside its screen: a dialog by the file that draws it (`screens/account/log-out-dialog.tsx`), a
   * toast by its call (`showSuccess pieces:new.saved`).
   */
  readonly covers?: readonly string[]
  /** What the browser reports on its console meanwhile. */
  readonly faults?: RegExp
  /** Brings the page there, the way a musician comes there; resolves when everything stands. */
  readonly open: (visit: Visit) => Promise<void>
}

type Entry = Omit<State, 'route' | 'for'>

/** The states of one route. */
export const statesOf = (route: string, whom: State['for'], entries: readonly Entry[]): readonly State[] =>
  entries.map(entry => ({ ...entry, route, for: whom }))

/** For states in which the server refuses or cannot be reached. */
export const FAILED_REQUEST = /Failed to load resource/

/** The dialog in which one writes to us. */
export const FEEDBACK = 'screens/feedback/feedback-dialog.tsx'

/** The dialog that says what the Free plan does not hold. */
export const UPGRADE = 'kit/upgrade-dialog.tsx'
