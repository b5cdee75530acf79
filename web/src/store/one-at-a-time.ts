/**
 * Does work one at a time. Whoever asks while it is being done has it done once more right after, about what was asked
 * for last, and their promise ends with that: it has seen all that was there when they asked (rules FB3, AN5).
 */
export function oneAtATime<About, End>(work: (about: About) => Promise<End>): (about: About) => Promise<End> {
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
      // At once and not in a later turn: who asks in between would get an end that knows nothing of them.
      running = null
    }
  }

  return about => {
    if (running === null) running = untilNothingIsAsked(about)
    else next = { about }
    return running
  }
}
