import * as z from 'zod'

type RevisionListener = (revision: number) => void

/** Published instead of a revision when a session of the user has ended. Real revisions start at 1. */
export const CHECK_SESSION_REVISION = 0

export type RevisionNotice = readonly [userId: string, revision: number]

/** Notifications may arrive twice, late or never. Devices ask for all changes since their own revision. */
export type RevisionBus = {
  /** Call this only after the commit. */
  publish(userId: string, revision: number): void
  subscribe(userId: string, listener: RevisionListener): () => void
  close(): Promise<void>
}

export type RevisionSubscribers = {
  notify(notices: Iterable<RevisionNotice>): void
  userIds(): string[]
}

export type NoticeSender = { send(notices: readonly RevisionNotice[]): void; close(): Promise<void> }

const NO_TRANSPORT: NoticeSender = { send() {}, close: async () => {} }

const COALESCED_MILLISECONDS = 50

export function createRevisionBus(
  openTransport: (subscribers: RevisionSubscribers) => NoticeSender = () => NO_TRANSPORT,
): RevisionBus {
  const listeners = new Map<string, Set<RevisionListener>>()
  const published = new CoalescingNoticeBuffer()
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

export class CoalescingNoticeBuffer {
  readonly #notices = new Map<string, RevisionNotice>()

  add([userId, revision]: RevisionNotice): void {
    const key = `${userId} ${revision === CHECK_SESSION_REVISION}`
    this.#notices.set(key, [userId, Math.max(revision, this.#notices.get(key)?.[1] ?? 0)])
  }

  takeAll(): RevisionNotice[] {
    const notices = [...this.#notices.values()]
    this.#notices.clear()
    return notices
  }
}

const noticesSchema = z.array(z.tuple([z.string(), z.int().nonnegative()]))

export function parseNotices(message: string): readonly RevisionNotice[] {
  try {
    return noticesSchema.parse(JSON.parse(message))
  } catch {
    return []
  }
}
