import { backOff } from './back-off.ts'

/** How long the server is left alone after failures. */
export type Patience = {
  /** Whether the server may be asked: not before the time that it has named itself. */
  isOver(): boolean
  /** One failure more; gives the milliseconds to wait before trying again by oneself. `asked` is in seconds. */
  afterFailure(asked: number | null): number
  /** After a success, and where the network is back: the next failure is the first one again. */
  beginAnew(): void
}

/** The wait after failures in a row: it doubles (back-off.ts) and is never shorter than the server asks for (rule SN7). */
export function patience(): Patience {
  let failures = 0
  let notBefore = 0
  return {
    isOver: () => Date.now() >= notBefore,
    afterFailure(asked) {
      const milliseconds = (asked ?? 0) * 1000
      notBefore = Date.now() + milliseconds
      failures += 1
      return Math.max(milliseconds, backOff(failures, Math.random()))
    },
    beginAnew() {
      failures = 0
    },
  }
}
