import type { Observable } from '#web/concurrency/observable.ts'
import { retryAcrossSuspensions, isPageSuspended } from '#web/concurrency/page-suspension.ts'
import { sleep } from '#web/concurrency/sleep.ts'
import { EMPTY_DEVICE_COPY, type DeviceCopy } from './device-copy.ts'
import { hasPageUserChanged } from './last-user.ts'
import { LocalDatabase } from './local-database.ts'
import { readUpdatedCopy } from './read-store-delta.ts'
import type { StorageTrouble } from './storage-trouble.ts'
import { addTableRows, readSyncPosition } from './table-rows.ts'

/**
 * The parts of the app that an open store uses: the observable in which it reports storage trouble, and a function that
 * starts an exchange of changes with the server.
 */
export type StoreSurroundings = {
  readonly storageTrouble: Observable<StorageTrouble>
  readonly requestSync: () => void
}

/** The functions of the store that the connection needs. */
type Owner = {
  /** Returns the in-memory copy of the database. */
  readonly copy: () => DeviceCopy
  /** Replaces the in-memory copy after the database was lost. */
  readonly restore: (copy: DeviceCopy) => void
}

/**
 * A connection to one user's database. If the browser has closed the connection or the page was suspended, the next
 * operation opens a new one (rules ST19, ST23).
 */
export class ReopeningDatabase {
  readonly #userId: string
  readonly #owner: Owner
  readonly #surroundings: StoreSurroundings
  #database: LocalDatabase | null = null
  /** The next connection, which all callers wait for. */
  #opening: Promise<LocalDatabase> | null = null
  #isEnded = false
  /** True if the browser or another tab has deleted the database. A database of the same name may then be a new one. */
  #wasTakenAway = false
  /** A newer version of the app has upgraded the database, so this version must not write to it. */
  #isOutdated = false

  constructor(userId: string, owner: Owner, surroundings: StoreSurroundings) {
    this.#userId = userId
    this.#owner = owner
    this.#surroundings = surroundings
  }

  /**
   * Opens the database for the first time. If the browser reports an internal error, as it may after a crash, tries two
   * more times after short pauses (rule ST36). Rejects if the database cannot be opened.
   */
  async open(): Promise<void> {
    for (const pause of PAUSES_MS) {
      try {
        return await this.#openOnce()
      } catch (error) {
        if (!isInternalError(error)) throw error
        await sleep(pause)
      }
    }
    return this.#openOnce()
  }

  async #openOnce(): Promise<void> {
    await retryAcrossSuspensions(() => this.#connect(() => this.#open()))
  }

  /**
   * Runs work on the open database. If it fails, runs it once more on a new connection, because iOS may lose a page's
   * connection to the database server in the background. If a suspension of the page interrupts the work, runs it again
   * from its beginning. Rejects if the database is unavailable or `end` was called.
   */
  run<T>(work: (database: LocalDatabase) => Promise<T>): Promise<T> {
    const connect = () => this.#connect(() => this.#reopen())
    return retryAcrossSuspensions(async () => {
      let database: LocalDatabase | undefined
      try {
        database = await connect()
        return await work(database)
      } catch (error) {
        if (this.#isEnded || isPageSuspended()) throw error
        database?.close()
        return work(await connect())
      }
    })
  }

  /** Closes the connection permanently. Later calls of `run` reject. */
  end(): void {
    this.#isEnded = true
    this.#database?.close()
  }

  /** Returns the open connection, or the one that `open` makes. */
  async #connect(open: () => Promise<LocalDatabase>): Promise<LocalDatabase> {
    if (this.#isEnded) throw closed()
    if (this.#database?.isOpen === true) return this.#database
    this.#opening ??= open().finally(() => {
      this.#opening = null
    })
    this.#database = await this.#opening
    if (!this.#isEnded) return this.#database
    this.#database.close()
    throw closed()
  }

  #open(): Promise<LocalDatabase> {
    return LocalDatabase.open(this.#userId, reason => {
      this.#wasTakenAway ||= reason === 'deleted' || reason === 'lost'
      if (reason !== 'upgraded') return
      this.#isOutdated = true
      this.#surroundings.storageTrouble.set('closed')
    })
  }

  /**
   * Reopens the database. A deleted one is empty: the outbox is restored from memory, and the rest comes from the
   * server (rule ST19). Never reopens after a sign-out.
   */
  async #reopen(): Promise<LocalDatabase> {
    if (this.#isOutdated || hasPageUserChanged(this.#userId))
      throw new DOMException('taken away', 'InvalidStateError')
    const database = await this.#open()
    try {
      await this.#restore(database)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  }

  async #restore(database: LocalDatabase): Promise<void> {
    const { outbox, position } = this.#owner.copy()
    const found = (await database.read(readSyncPosition))?.version ?? 0
    if (!this.#wasTakenAway && found >= position.version) return
    this.#wasTakenAway = false
    await database.write(async tables => {
      const there = new Set((await tables.outbox.getAll()).map(({ id }) => id))
      const missing = outbox.filter(({ id }) => !there.has(id))
      await addTableRows(
        tables.outbox,
        missing.map(({ id, change, offset }) => ({ id, change, offset })),
      )
    })
    this.#owner.restore(await readUpdatedCopy(database, EMPTY_DEVICE_COPY))
    this.#surroundings.requestSync()
  }
}

/** Pauses in milliseconds before the second and the third attempt to open a database. */
const PAUSES_MS = [250, 1000]

/** Returns true for an error whose cause lies in the browser and may be temporary (IndexedDB 3.0, section 3.8). */
const isInternalError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'UnknownError'

const closed = () => new DOMException('closed', 'InvalidStateError')
