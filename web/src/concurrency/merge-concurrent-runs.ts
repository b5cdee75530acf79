/**
 * Returns a function that never runs `work` twice at the same time. However many calls arrive during a run, they cause
 * only one more run, with the argument of the last call. All these calls, and the one that started the first run,
 * resolve to the result of the last run (rules FB3, AN5).
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
