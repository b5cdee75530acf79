import * as z from 'zod'

/** Called with SESSION_ENDED_REVISION when a session has ended. */
type RevisionListener = (revision: number) => void

/** Makes each open stream of the user check its session (rules ID23, LS13). Real revisions start at 1. */
export const SESSION_ENDED_REVISION = 0

export type RevisionNotice = readonly [userId: string, revision: number]

/** Notices may come twice, late or never. Devices ask for all changes since their revision (spec 7, LS13). */
export type RevisionBus = {
  /** Call this after the commit. Returns at once and never throws. */
  publish(userId: string, revision: number): void
  /** Returns a function that ends the subscription. */
  subscribe(userId: string, listener: RevisionListener): () => void
  close(): Promise<void>
}

/** The listeners in this process. The transport passes them the notices of other processes. */
export type RevisionSubscribers = {
  notify(notices: Iterable<RevisionNotice>): void
  userIds(): string[]
}

export type NoticeSender = { send(notices: readonly RevisionNotice[]): void; close(): Promise<void> }

/** An embedded database needs no transport, because no other process can open it. */
const NO_TRANSPORT: NoticeSender = { send() {}, close: async () => {} }

/** Changes of a user within this time are sent as one notice. */
const COALESCED_MILLISECONDS = 50

/** The bus stays within this process, unless `openTransport` connects it to other server processes. */
export function createRevisionBus(
  openTransport: (subscribers: RevisionSubscribers) => NoticeSender = () => NO_TRANSPORT,
): RevisionBus {
  const listeners = new Map<string, Set<RevisionListener>>()
  const published = new CoalescedNotices()
  let timer: NodeJS.Timeout | undefined
  const transport = openTransport({ notify, userIds: () => [...listeners.keys()] })

  function notify(notices: Iterable<RevisionNotice>) {
    for (const [userId, revision] of notices)
      for (const listener of listeners.get(userId) ?? []) listener(revision)
  }

  function deliver() {
    timer = undefined
    const notices = published.takeAll()
    notify(notices)
    transport.send(notices)
  }

  return {
    publish(userId, revision) {
      published.add([userId, revision])
      timer ??= setTimeout(deliver, COALESCED_MILLISECONDS).unref()
    },
    subscribe(userId, listener) {
      const own = listeners.get(userId) ?? new Set()
      listeners.set(userId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
      }
    },
    async close() {
      clearTimeout(timer)
      await transport.close()
    },
  }
}

/** Keeps, for each user, only the newest revision and one notice that a session has ended. */
export class CoalescedNotices {
  readonly #notices = new Map<string, RevisionNotice>()

  add([userId, revision]: RevisionNotice): void {
    const key = `${userId} ${revision === SESSION_ENDED_REVISION}`
    this.#notices.set(key, [userId, Math.max(revision, this.#notices.get(key)?.[1] ?? 0)])
  }

  takeAll(): RevisionNotice[] {
    const notices = [...this.#notices.values()]
    this.#notices.clear()
    return notices
  }
}

const noticesSchema = z.array(z.tuple([z.string(), z.int().nonnegative()]))

/** Returns an empty list if the message does not contain valid notices. */
export function parseNotices(message: string): readonly RevisionNotice[] {
  try {
    return noticesSchema.parse(JSON.parse(message))
  } catch {
    return []
  }
}
