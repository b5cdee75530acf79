import * as z from 'zod'

/**
 * Function that is called with the new revision of a user's library, or with SIGN_IN_SESSION_ENDED if a session of
 * the user was ended.
 */
export type RevisionListener = (revision: number) => void

/**
 * Value that is published on the revision bus in place of a revision after a sign-in session of the user was ended.
 * Each open event stream of the user then checks whether its own session still exists (rules ID23, LS13). It cannot be
 * mistaken for a revision, because those start at 1.
 */
export const SIGN_IN_SESSION_ENDED = 0

/** A user id with the new revision of the user's library, or with SIGN_IN_SESSION_ENDED. */
export type RevisionNotice = readonly [userId: string, revision: number]

/**
 * Channel that tells all server processes when a user's library has changed or a session of the user was ended. A
 * notice may arrive twice or get lost. This does no harm, because every device asks for all changes since its own
 * revision (spec 7, rule LS13).
 */
export type RevisionBus = {
  /**
   * Publishes a new revision. Call it after the commit, never within the transaction. Returns at once and never
   * throws.
   */
  publish(userId: string, revision: number): void
  /** Calls the listener for each notice about this user until the returned function is called. */
  subscribe(userId: string, listener: RevisionListener): () => void
  close(): Promise<void>
}

/** Several changes within this time are one notification. */
const COALESCED_MILLISECONDS = 50

/**
 * Collects revision notices until they are sent to the other servers. A notice says that a user's library has a new
 * revision or that a session of the user was ended. Merges the notices of a user, because only the newest revision
 * matters.
 */
export class RevisionNoticeCollection {
  readonly #revisions = new Map<string, number>()
  readonly #sessionEnds = new Set<string>()

  add(userId: string, revision: number): void {
    if (revision === SIGN_IN_SESSION_ENDED) this.#sessionEnds.add(userId)
    else this.#revisions.set(userId, Math.max(revision, this.#revisions.get(userId) ?? 0))
  }

  /** Removes and returns all notices. */
  takeAll(): RevisionNotice[] {
    const ends = [...this.#sessionEnds].map(userId => [userId, SIGN_IN_SESSION_ENDED] as const)
    const notices = [...this.#revisions, ...ends]
    this.#revisions.clear()
    this.#sessionEnds.clear()
    return notices
  }
}

/** The listeners for new library revisions in this server process, grouped by user. */
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

  notify(notices: Iterable<RevisionNotice>): void {
    for (const [userId, revision] of notices)
      for (const listener of this.#listeners.get(userId) ?? []) listener(revision)
  }

  userIds(): string[] {
    return [...this.#listeners.keys()]
  }
}

/**
 * Collects published revision notices for up to 50 ms and then forwards them together, so that several quick
 * changes of one user cause only one notice.
 */
export class RevisionCoalescer {
  readonly #notices = new RevisionNoticeCollection()
  #timer: NodeJS.Timeout | null = null
  readonly #deliver: (notices: readonly RevisionNotice[]) => void

  constructor(deliver: (notices: readonly RevisionNotice[]) => void) {
    this.#deliver = deliver
  }

  add(userId: string, revision: number): void {
    this.#notices.add(userId, revision)
    this.#timer ??= setTimeout(() => this.#deliver(this.#take()), COALESCED_MILLISECONDS).unref()
  }

  stop(): void {
    this.#take()
  }

  #take(): RevisionNotice[] {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    return this.#notices.takeAll()
  }
}

/**
 * Creates a revision bus that notifies only listeners in this process that a user's library has changed. It is for an
 * embedded database. No other process can open such a database, so no other process needs notices.
 */
export function createLocalRevisionBus(): RevisionBus {
  const subscribers = new RevisionSubscribers()
  const coalescer = new RevisionCoalescer(notices => subscribers.notify(notices))
  return {
    publish: (userId, revision) => coalescer.add(userId, revision),
    subscribe: (userId, listener) => subscribers.add(userId, listener),
    close: async () => coalescer.stop(),
  }
}

const notices = z.array(z.tuple([z.string(), z.int().nonnegative()]))

/**
 * Formats notices of new library revisions as a message to other server processes. Each notice takes less than 100
 * bytes.
 */
export const formatRevisionNotices = (given: readonly RevisionNotice[]): string => JSON.stringify(given)

/**
 * Parses the notices of new library revisions in a message from another server process. Returns an empty list if the
 * message has another format.
 */
export function parseRevisionNotices(message: string): readonly RevisionNotice[] {
  try {
    return notices.parse(JSON.parse(message))
  } catch {
    return []
  }
}
