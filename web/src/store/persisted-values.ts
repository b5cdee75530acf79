import { flushWaitingWrites } from '#web/concurrency/latest-only-writer.ts'
import { onPageLeaving } from '#web/concurrency/page-suspension.ts'
import type { PersistedValueKey } from './store-interface.ts'
import { hasPageUserChanged } from './last-user.ts'
import type { ReopeningDatabase } from './reopening-database.ts'
import {
  deleteValueSavedAtLeaving,
  saveValueAtLeaving,
  readValueSavedAtLeaving,
} from './values-saved-at-leaving.ts'

/**
 * Reads and writes values of one user that are stored on this device but are not part of the library, such as settings.
 * A value that cannot be written to the database before the page closes is saved in localStorage. It is moved to the
 * database when it is read next (rule ST26).
 */
export class PersistedValues {
  readonly #userId: string
  readonly #connection: ReopeningDatabase
  /** The newest value of each name that is not on disk. */
  readonly #unwritten = new Map<PersistedValueKey, { readonly value: unknown }>()
  readonly #stopWatching: () => void

  constructor(userId: string, connection: ReopeningDatabase) {
    this.#userId = userId
    this.#connection = connection
    this.#stopWatching = onPageLeaving(() => this.#keepUnwritten())
  }

  /** Returns the newest value stored under a name, or null if there is none. Rejects if the database cannot be read. */
  async read(name: PersistedValueKey): Promise<unknown> {
    const kept = readValueSavedAtLeaving(this.#userId, name)
    if (kept === null)
      return this.#connection.run(database =>
        database.read(async ({ meta }) => (await meta.get(name))?.value ?? null),
      )
    // If that fails, the value stays where it is.
    void this.write(name, kept.value).catch(() => undefined)
    return kept.value
  }

  /**
   * Replaces a value, or deletes it if `value` is null. Resolves when the write is on disk, and rejects if it fails.
   */
  async write(name: PersistedValueKey, value: unknown): Promise<void> {
    const written = { value }
    this.#unwritten.set(name, written)
    try {
      await this.#connection.run(database =>
        database.writeTable('meta', async meta => {
          if (value === null) await meta.delete(name)
          else await meta.put({ key: name, value })
        }),
      )
      if (this.#unwritten.get(name) === written) deleteValueSavedAtLeaving(this.#userId, name)
    } finally {
      if (this.#unwritten.get(name) === written) this.#unwritten.delete(name)
    }
  }

  /**
   * Deletes the value that was saved in localStorage when a page closed. Called after a newer value was stored in the
   * same transaction as a change (rule ST22).
   */
  replaced(name: PersistedValueKey): void {
    deleteValueSavedAtLeaving(this.#userId, name)
  }

  end(): void {
    this.#stopWatching()
  }

  #keepUnwritten(): void {
    // Values that wait for their turn have to be here, too.
    flushWaitingWrites()
    if (hasPageUserChanged(this.#userId)) return
    for (const [name, { value }] of this.#unwritten) saveValueAtLeaving(this.#userId, name, value)
  }
}
