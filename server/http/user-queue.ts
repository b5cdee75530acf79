/** The result of a task in a user's queue, or 'too-many' if too many tasks of the user are already waiting. */
type UserQueueResult<T> = { kind: 'done'; value: T } | { kind: 'too-many' }

/** Function that runs the tasks of each user one after the other, and those of different users at the same time. */
export type UserQueue = <T>(userId: string, work: () => Promise<T>) => Promise<UserQueueResult<T>>

/**
 * Creates a queue that runs the tasks of each user one at a time, so that a user occupies at most one database
 * connection. Tasks of different users run concurrently. At most `mostWaiting` tasks of a user wait; a further one is
 * not run, and its result is 'too-many'. If a task throws, its caller gets the error and the next task runs. The queue
 * is not shared between processes.
 */
export function createUserQueue(mostWaiting = Infinity): UserQueue {
  // A user has an entry while a task of theirs runs.
  const waiting = new Map<string, (() => void)[]>()

  async function ownTurn(userId: string): Promise<boolean> {
    const queue = waiting.get(userId)
    if (queue === undefined) {
      waiting.set(userId, [])
      return true
    }
    if (queue.length >= mostWaiting) return false
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.push(resolve)
    await promise
    return true
  }

  function passOn(userId: string): void {
    const next = waiting.get(userId)?.shift()
    if (next === undefined) waiting.delete(userId)
    else next()
  }

  return async (userId, work) => {
    if (!(await ownTurn(userId))) return { kind: 'too-many' }
    try {
      return { kind: 'done', value: await work() }
    } finally {
      passOn(userId)
    }
  }
}
