/**
 * A writer that saves values one after the other. While it saves a value, only the newest of the further values waits;
 * the others are dropped.
 */
export type LatestOnlyWriter<T> = {
  /**
   * Saves a value: at once if nothing is being saved, otherwise afterwards. A newer value replaces one that still
   * waits.
   */
  readonly save: (value: T) => void
  /**
   * Runs `work` after all earlier saves have ended, and returns its result. Saves nothing until `work` has ended. If
   * `work` itself stores something newer, it can call `drop` to discard the values that were passed to `save`
   * meanwhile.
   */
  readonly runExclusive: <R>(work: (drop: () => void) => Promise<R>) => Promise<R>
}

// Functions that immediately write a value which is still waiting for its turn.
// Module state: all of them write when the page is closed.
const writersInWaiting = new Set<() => void>()

/**
 * Makes every writer created by `createLatestOnlyWriter` save its waiting value at once, instead of after the save that
 * is in progress. Called when the page is being closed (rule ST26). Skips writers that are running exclusive work.
 */
export function flushWaitingWrites(): void {
  for (const write of writersInWaiting) write()
}

/**
 * Creates a writer that saves one value at a time. If several values arrive during a save, it saves only the newest,
 * because a slider produces sixty values a second and only the last one matters (rule PX9).
 *
 * @param save stores a value and never rejects; if two calls overlap, the value of the later call must be stored last
 */
export function createLatestOnlyWriter<T>(save: (value: T) => Promise<void>): LatestOnlyWriter<T> {
  let last: Promise<unknown> | null = null
  let waiting: { value: T } | null = null
  let isOtherWork = false

  function takeTurn<R>(work: () => Promise<R>): Promise<R> {
    const begin = () => work()
    // Starts immediately if nothing is running, because the page may be unloading.
    const turn = last === null ? begin() : last.then(begin, begin)
    const end = () => {
      if (last === turn) last = null
    }
    last = turn
    void turn.then(end, end)
    return turn
  }

  function drop() {
    waiting = null
    writersInWaiting.delete(writeOutOfTurn)
  }

  async function saveWaiting() {
    if (waiting === null) return
    const { value } = waiting
    drop()
    await save(value)
  }

  /** Skipped while exclusive work runs, because that stores something newer. */
  function writeOutOfTurn() {
    if (!isOtherWork) void saveWaiting()
  }

  return {
    save(value) {
      const hasTurn = waiting !== null
      waiting = { value }
      writersInWaiting.add(writeOutOfTurn)
      if (!hasTurn) void takeTurn(saveWaiting)
    },
    runExclusive: work =>
      takeTurn(async () => {
        isOtherWork = true
        try {
          return await work(drop)
        } finally {
          isOtherWork = false
        }
      }),
  }
}
