import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's file system that we use. PGlite has no types for them. */
type Emscripten = {
  NODEFS: {
    realPath(node: unknown): string
    stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
  }
}

/**
 * PGlite's folder on disk with durable commits. PGlite itself never calls fsync, because it starts PostgreSQL with -F
 * and Emscripten's NODEFS has no fsync, so a power cut could corrupt the database. This relies on internals of a pinned
 * version; a test counts the fsync calls (rule DB2).
 */
export class DurableNodeFS extends NodeFS {
  /** The number of fsync calls. */
  syncs = 0

  override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = [emscriptenOpts.preRun ?? []].flat()
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, this.#withSync] } }
  }

  #withSync = (module: unknown) => {
    const { NODEFS } = module as Emscripten
    NODEFS.stream_ops.fsync = stream => {
      if (stream.nfd === undefined) this.#syncFolder(NODEFS.realPath(stream.node))
      else fsyncSync(stream.nfd)
      this.syncs += 1
      return 0
    }
  }

  #syncFolder(path: string) {
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }
}

/** PostgreSQL's start parameters: with fsync, and with a small cache instead of 128 MB. */
export const DURABLE_START_PARAMETERS: string[] = [
  ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
  // PGlite has no autovacuum and so no table statistics. The planner takes every table for small and would read and
  // sort a user's whole history for one page. Without bitmap scans it reads in index order and stops (rule LS25).
  '-c',
  'enable_bitmapscan=off',
]

/** Starts PostgreSQL in this process with its data in a folder, which is created if necessary. */
export const startEmbeddedPostgres = (directory: string): Promise<PGlite> =>
  PGlite.create({ fs: new DurableNodeFS(directory), startParams: DURABLE_START_PARAMETERS })
