/** Saves values one after the other. Skips a value if a newer one arrives before the value's turn. */
export type LatestOnlyWriter<T> = {
  /** Saves a value after the running save, unless a newer value has replaced it by then. */
  readonly save: (value: T) => void
  /**
   * Runs `work` after all earlier saves have ended, and saves nothing until it has ended, too. If `work` itself stores
   * something newer, it can call `drop` to discard the values that were passed to `save` meanwhile.
   */
  readonly runExclusive: <R>(work: (drop: () => void) => Promise<R>) => Promise<R>
}

// Functions that immediately write a value which is still waiting for its turn.
// Module state: all of them write when the page is closed.
const writersInWaiting = new Set<() => void>()

/**
 * Makes all writers write their waiting values immediately instead of after an earlier write. Called when the page is
 * being closed (rule ST26).
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
