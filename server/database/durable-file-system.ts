import { closeSync, fsyncSync, openSync } from 'node:fs'
import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** EX_IOERR of sysexits.h. Restarting may help, unlike after exit code 78 (invalid configuration). */
export const DISK_FAILURE_EXIT_CODE = 74

/** The parts of NODEFS, Emscripten's file system, that we use. PGlite has no types for them. */
export type EmscriptenNodeFs = {
  realPath(node: unknown): string
  node_ops: Record<'mknod' | 'rename' | 'setattr', Operation>
  stream_ops: Record<'open' | 'setattr' | 'write', Operation> & {
    fsync?: (stream: { nfd?: number; node: unknown }) => number
  }
}
type Operation = (...args: unknown[]) => unknown

/**
 * Calls fsync at each commit, which PGlite's NodeFS never does. Ends the process if the write-ahead log
 * cannot be written, because PGlite would hang (DB20). Uses internals, so PGlite's version is fixed.
 */
export class DurableNodeFS extends NodeFS {
  readonly #directory: string

  constructor(directory: string) {
    super(directory)
    this.#directory = directory
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = [emscriptenOpts.preRun ?? []].flat()
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, this.#withSync] } }
  }

  #withSync = (module: unknown) => {
    const { NODEFS } = module as { NODEFS: EmscriptenNodeFs }
    NODEFS.stream_ops.fsync = stream => {
      try {
        if (stream.nfd === undefined) syncToDisk(NODEFS.realPath(stream.node))
        else fsyncSync(stream.nfd)
      } catch (error) {
        // Data of a failed fsync may already be lost from the system's cache, so a successful retry would prove nothing.
        exitAfterDiskFailure(this.#directory, NODEFS.realPath(stream.node), codeOf(error))
      }
      return 0
    }
    stopOnWalWriteFailure(NODEFS, (path, code) => exitAfterDiskFailure(this.#directory, path, code))
  }
}

/** Waits until a file, or the list of files in a folder, is stored on the disk. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

function exitAfterDiskFailure(folder: string, path: string, code: string): never {
  const [state, advice] = FULL.has(code) ? ['is full', 'Make room there'] : ['has failed', 'Examine the disk']
  process.stderr.write(
    `The disk of ${folder} ${state}: ${path} could not be written (${code}). The database cannot go on without it, so` +
      ` Dacapo ends now. Nothing that was acknowledged is lost. ${advice} and start Dacapo again; a supervisor such as` +
      ' systemd does that itself.\n',
  )
  process.exit(DISK_FAILURE_EXIT_CODE)
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Removes `-F`, so that writes reach the disk. Caches 16 MB, not 128 MB; disables bitmap scans (DB46). */
export const DURABLE_PGLITE_PARAMETERS: string[] = [
  ...PGlite.defaultStartParams.filter(parameter => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
  // PGlite has no autovacuum and so no table statistics. The planner takes every table for small and would read and
  // sort a user's whole history for one page. Without bitmap scans it reads in index order and stops (rule DB46).
  '-c',
  'enable_bitmapscan=off',
]

/** Keeps the data in memory if `directory` is null. Restores `dump`, made by dumpDataDir, if it is given. */
export function startPGlite(directory: string | null, dump?: Blob): Promise<PGlite> {
  disableWasmOptimizerIfLowMemory()
  return PGlite.create({
    startParams: DURABLE_PGLITE_PARAMETERS,
    ...(directory !== null && { fs: new DurableNodeFS(directory) }),
    ...(dump !== undefined && { loadDataDir: dump }),
  })
}

/** `stop` must exit at once, because PGlite would block forever in the next statement (rule DB20). */
export function stopOnWalWriteFailure(
  files: EmscriptenNodeFs,
  stop: (path: string, code: string) => never,
): void {
  const guard = <Name extends string>(
    operations: Record<Name, Operation>,
    name: Name,
    pathOf: (...args: unknown[]) => string,
  ) => {
    const run = operations[name].bind(operations)
    operations[name] = (...args: unknown[]) => {
      try {
        return run(...args)
      } catch (error) {
        const code = faultCode(error)
        const path = code === undefined ? '' : pathOf(...args)
        if (code !== undefined && VITAL.test(path)) stop(path, code)
        throw error
      }
    }
  }
  const pathOfNode = (node: unknown) => files.realPath(node)
  const pathOfStream = (stream: unknown) => files.realPath((stream as { node: unknown }).node)
  const pathOfChild = (folder: unknown, name: unknown) => `${files.realPath(folder)}/${String(name)}`
  guard(files.node_ops, 'mknod', pathOfChild)
  guard(files.node_ops, 'rename', (_node, folder, name) => pathOfChild(folder, name))
  guard(files.node_ops, 'setattr', pathOfNode)
  guard(files.stream_ops, 'open', pathOfStream)
  guard(files.stream_ops, 'setattr', pathOfStream)
  guard(files.stream_ops, 'write', pathOfStream)
}

const VITAL = /[\\/](pg_wal[\\/][^\\/]+|global[\\/]pg_control)$/

/** Emscripten's error numbers for a full disk or quota, a broken disk, and one that has become read-only. */
const FAULTS: ReadonlyMap<unknown, string> = new Map([
  [19, 'EDQUOT'],
  [29, 'EIO'],
  [51, 'ENOSPC'],
  [69, 'EROFS'],
])

const faultCode = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errno' in error ? FAULTS.get(error.errno) : undefined

/** With less memory than this, the optimizing compiler could make the process run out of memory. */
const ENOUGH_BYTES = 2 * 2 ** 30

/** Disables V8's optimizing compiler below 2 GB, because it takes 600 MB. Call this before loading PGlite. */
export function disableWasmOptimizerIfLowMemory(availableBytes: number = memoryOfMachine()): void {
  if (availableBytes >= ENOUGH_BYTES) return
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

/** Returns the machine's memory in bytes, or the container's limit if it is lower. */
function memoryOfMachine(): number {
  // 0 or an absurdly large number means that there is no limit.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
