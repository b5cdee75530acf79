import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What of Emscripten's file system is touched; PGlite does not describe it. */
type Emscripten = {
  NODEFS: {
    realPath(node: unknown): string
    stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
  }
}

/**
 * PGlite's folder on disk, with a commit that is on the disk when it says so. By itself PGlite never calls fsync:
 * it starts PostgreSQL with -F, and Emscripten's NODEFS has no such call to pass on, so a power cut could ruin
 * the whole database. This relies on the inside of a pinned version; a test counts the calls (rule DB2).
 */
export class DurableNodeFS extends NodeFS {
  /** How often the disk was waited for. */
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

/** How PostgreSQL is started: with fsync, and with a cache that suits one household rather than 128 MB. */
export const DURABLE_START_PARAMETERS: string[] = [
  ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
]

/** Starts PostgreSQL in this process with its data in a folder, which is created where there is none. */
export const startDurably = (directory: string): Promise<PGlite> =>
  PGlite.create({ fs: new DurableNodeFS(directory), startParams: DURABLE_START_PARAMETERS })
