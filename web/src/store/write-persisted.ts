import type { PersistedName } from './current-store.ts'
import type { LocalDatabase } from './local-database.ts'

// The HTML standard fixes this word for the engine.
const isWebKit = navigator.vendor === 'Apple Computer, Inc.'

/**
 * Writes a value in place of the last one, or nothing in place of it: null. The transaction is committed at once, not
 * when this page hears that the value was taken: from then on the browser finishes it without the page, which may be
 * closed or thrown away in the same moment (rule ST26). Not in WebKit, where a transaction that is committing when its
 * page is suspended never ends and can no longer be aborted (rule ST23).
 *
 * Resolves when the value is on disk; rejects, and changes nothing, when it cannot be written.
 */
export const writePersisted = (database: LocalDatabase, name: PersistedName, value: unknown): Promise<void> =>
  database.writeTable('meta', async meta => {
    const taken: Promise<unknown> = value === null ? meta.delete(name) : meta.put({ key: name, value })
    if (!isWebKit) meta.transaction.commit()
    await taken
  })
