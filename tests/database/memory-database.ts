import type { PGlite } from '@electric-sql/pglite'
import type { Database } from '#server/database/database.ts'
import { createDatabaseFromPGlite, type PGliteInstance } from '#server/database/embedded-database.ts'
import { startFromImage } from './memory-database-image.ts'
import { createRestoration } from './memory-database-restoration.ts'

type Instance = { pglite: PGlite; restore: () => Promise<boolean> }

declare global {
  var idleMemoryDatabases: Instance[] | undefined
}
// Global, because vi.resetModules discards module variables after each test file.
const idle = (globalThis.idleMemoryDatabases ??= [])

/**
 * Opens a migrated embedded database without rows, in memory. Closing it returns the running PGlite to a pool. The
 * next call empties its tables (some milliseconds) instead of starting another one (250 ms of CPU time). A PGlite with
 * altered tables is not reused.
 */
export async function openMemoryDatabase(): Promise<Database> {
  const instance = (await takeIdle()) ?? (await start())
  return createDatabaseFromPGlite(new Lease(instance.pglite), () => void idle.push(instance))
}

export async function stopMemoryDatabases(): Promise<void> {
  for (const { pglite } of idle.splice(0)) await pglite.close()
}

async function takeIdle(): Promise<Instance | null> {
  for (let instance = idle.pop(); instance !== undefined; instance = idle.pop()) {
    if (await instance.restore()) return instance
    await instance.pglite.close()
  }
  return null
}

async function start(): Promise<Instance> {
  const pglite = await startFromImage()
  return { pglite, restore: await createRestoration(pglite) }
}

class Lease implements PGliteInstance {
  readonly #pglite: PGlite
  #isOver = false

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  get ready() {
    return !this.#isOver && this.#pglite.ready
  }

  dumpDataDir(...parameters: Parameters<PGlite['dumpDataDir']>) {
    return this.#pglite.dumpDataDir(...parameters)
  }

  get waitReady() {
    return this.#pglite.waitReady
  }

  get closed() {
    return this.#isOver
  }

  query: PGlite['query'] = (...query) => {
    if (this.#isOver) return Promise.reject(new Error('PGlite is closed'))
    return this.#pglite.query(...query)
  }

  transaction: PGlite['transaction'] = run => {
    if (this.#isOver) return Promise.reject(new Error('PGlite is closed'))
    return this.#pglite.transaction(run)
  }

  async close() {
    await this.#pglite.transaction(async () => {
      this.#isOver = true
    })
  }
}
