/** Told when a user's library has reached a revision. */
export type RevisionListener = (revision: number) => void

/**
 * Carries the news that a library has changed, to every node. It is a hint and nothing more: a piece of news may
 * come twice or get lost, because every device pulls by its own number (spec 7, rule LS13).
 */
export type Bus = {
  /** Says it after the commit, never within the transaction. Returns at once and never fails. */
  publish(userId: string, revision: number): void
  /** Listens until the returned function is called. */
  subscribe(userId: string, listener: RevisionListener): () => void
  close(): Promise<void>
}

/** Many saves in one moment are one piece of news. */
const COALESCED_MILLISECONDS = 50

/** Who listens on this node. */
export class Subscribers {
  readonly #listeners = new Map<string, Set<RevisionListener>>()

  add(userId: string, listener: RevisionListener): () => void {
    const own = this.#listeners.get(userId) ?? new Set()
    this.#listeners.set(userId, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && this.#listeners.get(userId) === own) this.#listeners.delete(userId)
    }
  }

  tell(userId: string, revision: number): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener(revision)
  }

  userIds(): string[] {
    return [...this.#listeners.keys()]
  }
}

/** Collects what is published and hands on the newest revision of each user, at most once in 50 ms. */
export class Coalescer {
  #waiting = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  readonly #deliver: (news: ReadonlyMap<string, number>) => void

  constructor(deliver: (news: ReadonlyMap<string, number>) => void) {
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
    const news = this.#waiting
    this.#timer = null
    this.#waiting = new Map()
    this.#deliver(news)
  }
}

/** The bus of a database that only this process can open. */
export function createLocalBus(): Bus {
  const subscribers = new Subscribers()
  const coalescer = new Coalescer(news => {
    for (const [userId, revision] of news) subscribers.tell(userId, revision)
  })
  return {
    publish: (userId, revision) => coalescer.add(userId, revision),
    subscribe: (userId, listener) => subscribers.add(userId, listener),
    close: async () => coalescer.stop(),
  }
}
