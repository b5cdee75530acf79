/** Called with a user's new revision. */
export type RevisionListener = (revision: number) => void

/**
 * Notifies every node that a user's library has changed. Notifications are hints: they may arrive twice or get lost,
 * because every device pulls by its own revision (spec 7, rule LS13).
 */
export type RevisionBus = {
  /** Publishes a revision after the commit, never within the transaction. Returns at once and never fails. */
  publish(userId: string, revision: number): void
  /** Subscribes until the returned function is called. */
  subscribe(userId: string, listener: RevisionListener): () => void
  close(): Promise<void>
}

/** Several changes within this time are one notification. */
const COALESCED_MILLISECONDS = 50

/** The subscribers of this node. */
export class RevisionSubscribers {
  readonly #listeners = new Map<string, Set<RevisionListener>>()

  add(userId: string, listener: RevisionListener): () => void {
    const own = this.#listeners.get(userId) ?? new Set()
    this.#listeners.set(userId, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && this.#listeners.get(userId) === own) this.#listeners.delete(userId)
    }
  }

  notify(userId: string, revision: number): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener(revision)
  }

  userIds(): string[] {
    return [...this.#listeners.keys()]
  }
}

/** Collects published revisions and passes on the newest one per user, at most every 50 ms. */
export class RevisionCoalescer {
  #waiting = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  readonly #deliver: (revisions: ReadonlyMap<string, number>) => void

  constructor(deliver: (revisions: ReadonlyMap<string, number>) => void) {
    this.#deliver = deliver
  }

  add(userId: string, revision: number): void {
    this.#waiting.set(userId, Math.max(revision, this.#waiting.get(userId) ?? 0))
    this.#timer ??= setTimeout(() => this.#flush(), COALESCED_MILLISECONDS).unref()
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting.clear()
  }

  #flush() {
    const revisions = this.#waiting
    this.#timer = null
    this.#waiting = new Map()
    this.#deliver(revisions)
  }
}

/** Creates the bus of a database that only this process can open. */
export function createLocalBus(): RevisionBus {
  const subscribers = new RevisionSubscribers()
  const coalescer = new RevisionCoalescer(revisions => {
    for (const [userId, revision] of revisions) subscribers.notify(userId, revision)
  })
  return {
    publish: (userId, revision) => coalescer.add(userId, revision),
    subscribe: (userId, listener) => subscribers.add(userId, listener),
    close: async () => coalescer.stop(),
  }
}
