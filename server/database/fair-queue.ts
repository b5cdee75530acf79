/** Half-life of an owner's used time. */
const HALF_LIFE_MILLISECONDS = 1000
/** An owner counts as present for this long after a request, so that others leave room. */
const PRESENT_MILLISECONDS = 1000
/** Work shorter than this needs no pause afterwards. */
const SHORT_MILLISECONDS = 5
/** An owner pauses for so many times as long as the work took, so most requests of others find a free slot. */
const PAUSE_TIMES = 2

type Owner = {
  waiting: (() => void)[]
  running: number
  /** Milliseconds used lately, with exponential decay. */
  used: number
  usedAt: number
  askedAt: number
  restsUntil: number
}

/** The number of database connections in use, and the number of requests that wait for one. */
export type QueueLoad = { running: number; waiting: number }

/**
 * A queue that distributes database connections fairly among owners. The owner of a database request is a user or a
 * client address. While one owner waits for a connection, each other owner gets a connection at most once (rule DB14).
 */
export type FairQueue = {
  /**
   * Resolves when `owner` may use a connection. The caller must call the returned function once, after it has finished
   * using the connection.
   */
  acquire(owner: string): Promise<() => void>
  /** Returns how many connections are in use and how many requests wait for one. */
  load(): QueueLoad
}

/**
 * Creates a queue that distributes `capacity` database connections among owners (users or client addresses). Of the
 * waiting owners, the one that has used connections for the shortest time recently gets the next one. After an owner
 * has used a connection for more than 5 ms while other owners are active, the owner must pause for twice as long, so
 * that short requests of others find a free connection. One owner gets at most `maxPerOwner` connections at a time.
 */
export function createFairQueue({
  capacity,
  maxPerOwner,
}: {
  capacity: number
  maxPerOwner: number
}): FairQueue {
  const owners = new Map<string, Owner>()
  let running = 0
  let timer: NodeJS.Timeout | null = null

  function getOrCreateOwner(name: string, now: number): Owner {
    const known = owners.get(name)
    if (known !== undefined) return known
    const owner = { waiting: [], running: 0, used: 0, usedAt: now, askedAt: now, restsUntil: 0 }
    owners.set(name, owner)
    return owner
  }

  function grantNext(): void {
    while (running < capacity) {
      const now = performance.now()
      const present = deleteAbsentOwners(owners, now)
      let next: Owner | null = null
      let soonest = Infinity
      for (const owner of owners.values()) {
        if (owner.waiting.length === 0 || owner.running >= maxPerOwner) continue
        if (present > 1 && owner.restsUntil > now) soonest = Math.min(soonest, owner.restsUntil)
        else if (next === null || usedLately(owner, now) < usedLately(next, now)) next = owner
      }
      if (next === null) return wakeAt(soonest, now)
      running += 1
      next.running += 1
      next.waiting.shift()?.()
    }
  }

  function wakeAt(moment: number, now: number): void {
    if (timer !== null) clearTimeout(timer)
    timer = moment === Infinity ? null : setTimeout(grantNext, Math.ceil(moment - now))
  }

  return {
    load: () => ({
      running,
      waiting: [...owners.values()].reduce((sum, owner) => sum + owner.waiting.length, 0),
    }),
    async acquire(name) {
      const now = performance.now()
      const owner = getOrCreateOwner(name, now)
      owner.askedAt = now
      const { promise, resolve } = Promise.withResolvers<void>()
      owner.waiting.push(resolve)
      grantNext()
      await promise
      const started = performance.now()
      return () => {
        const ended = performance.now()
        const took = ended - started
        owner.used = usedLately(owner, ended) + took
        owner.usedAt = ended
        if (took > SHORT_MILLISECONDS) owner.restsUntil = ended + PAUSE_TIMES * took
        // Waits until newly arrived requests have been read. An embedded database answers so fast that its next
        // statement would otherwise come first.
        setImmediate(() => {
          owner.running -= 1
          running -= 1
          grantNext()
        })
      }
    },
  }
}

const usedLately = ({ used, usedAt }: Owner, now: number) =>
  used * 0.5 ** ((now - usedAt) / HALF_LIFE_MILLISECONDS)

/** Deletes owners who have been absent for long. Returns how many are present. */
function deleteAbsentOwners(owners: Map<string, Owner>, now: number): number {
  for (const [name, owner] of owners) {
    const isBusy = owner.running > 0 || owner.waiting.length > 0
    if (!isBusy && now - owner.askedAt > PRESENT_MILLISECONDS) owners.delete(name)
  }
  return owners.size
}
