import { closeSync, fsyncSync, openSync } from 'node:fs'
import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

export const DISK_FAILURE_EXIT_CODE = 74

export type EmscriptenNodeFs = {
  realPath(node: unknown): string
  node_ops: Record<'mknod' | 'rename' | 'setattr', Operation>
  stream_ops: Record<'open' | 'setattr' | 'write', Operation> & {
    fsync?: (stream: { nfd?: number; node: unknown }) => number
  }
}
type Operation = (...args: unknown[]) => unknown

/** Calls fsync at each commit, unlike NodeFS. Relies on internals of PGlite, whose version is pinned. */
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

/** `path` may be a folder: then its list of files is stored, but not their contents. */
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

/** Omits PGlite's default `-F`, which turns fsync off. */
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

/** Keeps the data in memory if `directory` is null. Loads `dump`, which PGlite's dumpDataDir has made. */
export function startPGlite(directory: string | null, dump?: Blob): Promise<PGlite> {
  disableWasmOptimizerIfLowMemory()
  return PGlite.create({
    startParams: DURABLE_PGLITE_PARAMETERS,
    ...(directory !== null && { fs: new DurableNodeFS(directory) }),
    ...(dump !== undefined && { loadDataDir: dump }),
  })
}

/** `stop` must end the process at once, because PGlite would hang in its next statement (rule DB20). */
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

/** Emscripten's error numbers, which are not those of the operating system. */
const FAULTS: ReadonlyMap<unknown, string> = new Map([
  [19, 'EDQUOT'],
  [29, 'EIO'],
  [51, 'ENOSPC'],
  [69, 'EROFS'],
])

const faultCode = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errno' in error ? FAULTS.get(error.errno) : undefined

const ENOUGH_BYTES = 2 * 2 ** 30

/** V8's optimizing WebAssembly compiler takes 600 MB. Call this before PGlite is loaded. */
export function disableWasmOptimizerIfLowMemory(availableBytes: number = memoryOfMachine()): void {
  if (availableBytes >= ENOUGH_BYTES) return
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

function memoryOfMachine(): number {
  // 0 or an absurdly large number means that there is no limit.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
