/**
 * Returns a function that calls `work`, but never twice at the same time. All calls that arrive while `work` is running
 * cause only one more run of it, with the argument of the last call. These calls, and the one that started the first
 * run, resolve to the result of the last run (rule FB3). If a run fails, all of them reject, and no further run
 * follows.
 */
export function mergeConcurrentRuns<About, End>(
  work: (about: About) => Promise<End>,
): (about: About) => Promise<End> {
  let running: Promise<End> | null = null
  let next: { about: About } | null = null

  async function untilNothingIsAsked(first: About): Promise<End> {
    try {
      let end = await work(first)
      while (next !== null) {
        const { about } = next
        next = null
        end = await work(about)
      }
      return end
    } finally {
      // Reset synchronously, because a call before the next microtask would share a result that does not cover it.
      running = null
      next = null
    }
  }

  return about => {
    if (running === null) running = untilNothingIsAsked(about)
    else next = { about }
    return running
  }
}
