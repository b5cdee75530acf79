import type { Intention } from '#core/change.ts'
import type { Timestamp } from '#core/day.ts'
import type { StripeRole } from '#core/plan.ts'
import type { KeptName, OpenStore, Recorded } from './current-store.ts'
import { afterNews, EMPTY_COPY, isNewer, type DeviceCopy } from './device-copy.ts'
import { DATABASE_PREFIX, LocalDatabase, readPosition, type ParkedRow } from './local-database.ts'
import { askToKeepStorage } from './kept-storage.ts'
import { lastUser } from './last-user.ts'
import { newChangeId } from './new-ids.ts'
import { observable } from './observable.ts'
import { raiseVersion, replaceParked, retryParked } from './parked-changes.ts'
import { preparedChanges } from './prepared-changes.ts'
import { queueIn } from './queue.ts'
import { readNews } from './read-news.ts'
import type { RoundPlan } from './round-writes.ts'
import { storageTrouble, troubleIn } from './storage-trouble.ts'
import { syncNow } from './sync-state.ts'
import { writeRole, writeRound } from './write-round.ts'

const LETTERS_KEPT = 100
// Some weeks in the basement; who practices longer without a signal is counted less, not stored without end.
const EVENTS_KEPT = 1000

/**
 * One user's library on this device: the database, what of it stands in memory, and the word to other tabs that
 * something was written. Open it with LocalStore.open; close it when the user leaves.
 */
export class LocalStore implements OpenStore {
  readonly userId: string
  readonly copy = observable<DeviceCopy>(EMPTY_COPY)
  readonly letters = queueIn(() => this.#database.letters, LETTERS_KEPT)
  readonly events = queueIn(() => this.#database.events, EVENTS_KEPT)
  readonly #database: LocalDatabase
  readonly #tabs: BroadcastChannel
  #closed = false
  /** The browser or another tab took the database away; what stands under its name now may be another one. */
  #wasTakenAway = false
  /** A newer version of the app has changed the database: this one must not write into it. */
  #isOutdated = false

  private constructor(userId: string, database: LocalDatabase) {
    this.userId = userId
    this.#database = database
    this.#tabs = new BroadcastChannel(DATABASE_PREFIX + userId)
    this.#tabs.addEventListener('message', this.#look)
    // A page that was frozen may have missed what another tab said.
    document.addEventListener('visibilitychange', this.#look)
    window.addEventListener('pageshow', this.#look)
    database.on('versionchange', ({ newVersion }) => {
      if (newVersion === null) return
      this.#isOutdated = true
      storageTrouble.set('closed')
    })
    // Told of every closing: where it is not ours, the browser has cleared what this site keeps, or lost it.
    database.on('close', () => {
      this.#wasTakenAway ||= !this.#closed
    })
  }

  /** Opens and reads the database of a user; rejects when this browser has none to offer. */
  static async open(userId: string): Promise<LocalStore> {
    const database = new LocalDatabase(userId)
    await database.open()
    const store = new LocalStore(userId, database)
    try {
      store.copy.set(await store.#reading(EMPTY_COPY))
      return store
    } catch (error) {
      store.close()
      throw error
    }
  }

  async record(
    intentions: readonly Intention[],
    times: readonly (Timestamp | null)[] = [],
  ): Promise<Recorded> {
    const ids = intentions.map(newChangeId)
    try {
      const recorded = await this.#twice(() => this.#record(intentions, ids, times))
      if (recorded.kind === 'saved') storageTrouble.set(null)
      return recorded
    } catch (error) {
      this.#noteTrouble(error)
      // Quota, a closed database, a commit that failed: whatever it was, it is not on disk, and that is the answer.
      return { kind: 'failed' }
    }
  }

  async refresh(): Promise<void> {
    try {
      this.#take(await this.#twice(() => this.#reading(this.copy.get())))
    } catch (error) {
      // What is in memory stays on screen.
      this.#noteTrouble(error)
    }
  }

  async takeRound(plan: RoundPlan): Promise<'taken' | 'stale' | 'failed'> {
    let after: DeviceCopy | null
    try {
      after = await this.#twice(() => this.#takingRound(plan))
    } catch (error) {
      this.#noteTrouble(error)
      return 'failed'
    }
    if (after === null) return 'stale'
    this.#take(after)
    this.#tellTabs()
    return 'taken'
  }

  async takeRole(role: StripeRole): Promise<boolean> {
    const isKnown = this.copy.get().position.role === role
    return isKnown || this.#change(database => writeRole(database, role))
  }

  async parkedChanges(): Promise<ParkedRow[]> {
    try {
      return await this.#twice(() => this.#database.parked.toArray())
    } catch {
      return []
    }
  }

  retry = (rows: readonly ParkedRow[]) => this.#change(database => retryParked(database, rows))
  discard = (rows: readonly ParkedRow[]) =>
    this.#change(({ parked }) => parked.bulkDelete(rows.map(row => row.id)))
  restore = (rows: readonly ParkedRow[]) =>
    this.#change(async ({ parked }) => void (await parked.bulkPut([...rows])))

  async kept(name: KeptName): Promise<unknown> {
    try {
      return (await this.#twice(() => this.#database.meta.get(name)))?.value ?? null
    } catch {
      return null
    }
  }

  async keep(name: KeptName, value: unknown): Promise<boolean> {
    const { meta } = this.#database
    try {
      await this.#twice(async () => {
        if (value === null) await meta.delete(name)
        else await meta.put({ key: name, value })
      })
      return true
    } catch (error) {
      this.#noteTrouble(error)
      return false
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    document.removeEventListener('visibilitychange', this.#look)
    window.removeEventListener('pageshow', this.#look)
    this.#tabs.close()
    this.#database.close({ disableAutoOpen: true })
  }

  async #record(
    intentions: readonly Intention[],
    ids: readonly ReturnType<typeof newChangeId>[],
    times: readonly (Timestamp | null)[],
  ): Promise<Recorded> {
    const database = this.#database
    const before = this.copy.get()
    const outcome = await database.transaction('rw', database.tables, async () => {
      // Another tab may have written since: the change is judged against what is really there.
      const copy = afterNews(before, await readNews(database, before))
      const prepared = preparedChanges(copy, intentions, Date.now(), ids, times)
      if (prepared.kind === 'refused') return prepared
      const rows = prepared.changes.map(change => ({
        id: change.id,
        change,
        offset: copy.position.clockOffset,
      }))
      const seqs = await database.outbox.bulkAdd(rows, { allKeys: true })
      const added = rows.map((row, index) => ({ ...row, seq: seqs[index] ?? 0 }))
      if (copy.refused > 0 && (await replaceParked(database, prepared.view, prepared.changes))) {
        await raiseVersion(database)
        return { kind: 'written' as const, copy: afterNews(copy, await readNews(database, copy)) }
      }
      const outbox = [...copy.outbox, ...added]
      return {
        kind: 'written' as const,
        copy: { ...copy, outbox, view: prepared.view, newest: prepared.newest },
      }
    })
    if (outcome.kind === 'refused') return outcome
    this.#take(outcome.copy)
    this.#tellTabs()
    void askToKeepStorage(this)
    return { kind: 'saved' }
  }

  /** Changes something else than the outbox alone; gives whether it is on disk. */
  async #change(work: (database: LocalDatabase) => Promise<void>): Promise<boolean> {
    const database = this.#database
    const before = this.copy.get()
    try {
      const after = await this.#twice(() =>
        database.transaction('rw', database.tables, async () => {
          await work(database)
          await raiseVersion(database)
          return afterNews(before, await readNews(database, before))
        }),
      )
      this.#take(after)
      this.#tellTabs()
      return true
    } catch (error) {
      this.#noteTrouble(error)
      return false
    }
  }

  #takingRound(plan: RoundPlan): Promise<DeviceCopy | null> {
    const database = this.#database
    const before = this.copy.get()
    return database.transaction('rw', database.tables, async () => {
      const copy = afterNews(before, await readNews(database, before))
      const writes = plan(copy)
      if (writes === null) return null
      await writeRound(database, copy, writes)
      return afterNews(copy, await readNews(database, copy))
    })
  }

  #reading(before: DeviceCopy): Promise<DeviceCopy> {
    const database = this.#database
    return database.transaction('r', database.tables, async () =>
      afterNews(before, await readNews(database, before)),
    )
  }

  // iOS loses its connection to the database server in the background; the second attempt finds it again.
  async #twice<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch (error) {
      if (this.#closed) throw error
      if (!this.#database.isOpen()) await this.#reopen()
      return attempt()
    }
  }

  /**
   * Opens the database again. One that was taken away comes back empty: what waits to be sent stands in memory and is
   * put back, the rest comes from the server (rule ST19). Not after a sign-out: then nothing may come back.
   */
  async #reopen(): Promise<void> {
    const database = this.#database
    const isSignedOut = this.#wasTakenAway && lastUser() !== this.userId
    if (this.#isOutdated || isSignedOut) throw new DOMException('taken away', 'InvalidStateError')
    await database.open()
    const { outbox, position } = this.copy.get()
    const found = (await readPosition(database))?.version ?? 0
    if (!this.#wasTakenAway && found >= position.version) return
    this.#wasTakenAway = false
    await database.transaction('rw', database.outbox, async () => {
      const there = new Set(await database.outbox.orderBy('id').keys())
      const missing = outbox.filter(({ id }) => !there.has(id))
      await database.outbox.bulkAdd(missing.map(({ id, change, offset }) => ({ id, change, offset })))
    })
    this.copy.set(await this.#reading(EMPTY_COPY))
    void syncNow()
  }

  // The browser without a word for what is wrong is told by the answer alone: nothing was saved.
  #noteTrouble(error: unknown): void {
    const trouble = troubleIn(error)
    if (trouble !== null && !this.#closed) storageTrouble.set(trouble)
  }

  // Two writes may finish in either order; each copy holds everything that was written before it.
  #take(copy: DeviceCopy): void {
    if (isNewer(copy, this.copy.get())) this.copy.set(copy)
  }

  #tellTabs(): void {
    if (this.#closed) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    this.#tabs.postMessage('written')
  }

  readonly #look = () => {
    if (!this.#closed && document.visibilityState === 'visible') void this.refresh()
  }
}
