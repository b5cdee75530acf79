/**
 * The operations of NODEFS, Emscripten's file system, that fail if the disk is full. PGlite does not declare their
 * types.
 */
export type NodeFileOperations = {
  realPath(node: unknown): string
  node_ops: Record<'mknod' | 'rename' | 'setattr', Operation>
  stream_ops: Record<'open' | 'setattr' | 'write', Operation>
}
type Operation = (...args: unknown[]) => unknown

/**
 * A failed write to a file that PostgreSQL cannot run without, such as the write-ahead log: the file's path and the
 * system's error code, for example ENOSPC.
 */
export type WalWriteFailure = { path: string; code: string }

/**
 * Calls `stop` as soon as a file of the write-ahead log, or the control file, cannot be written. A PostgreSQL server
 * would restart after such a failure, but PGlite only reports an error and then blocks forever in the next statement.
 * No JavaScript runs after that, so the failure must be detected at once (rule DB20). `stop` must end the process.
 */
export function stopOnWalWriteFailure(
  files: NodeFileOperations,
  stop: (fault: WalWriteFailure) => never,
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
        if (code !== undefined && VITAL.test(path)) stop({ path, code })
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

/** Emscripten's numbers for a full disk or quota, a broken disk and one that has become read-only. */
const FAULTS: ReadonlyMap<unknown, string> = new Map([
  [19, 'EDQUOT'],
  [29, 'EIO'],
  [51, 'ENOSPC'],
  [69, 'EROFS'],
])

const faultCode = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errno' in error ? FAULTS.get(error.errno) : undefined
