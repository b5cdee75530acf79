/** The operations of Emscripten's NODEFS that can fail for want of room. PGlite has no types for them. */
export type NodeFileOperations = {
  realPath(node: unknown): string
  node_ops: Record<'mknod' | 'rename' | 'setattr', Operation>
  stream_ops: Record<'open' | 'setattr' | 'write', Operation>
}
type Operation = (...args: unknown[]) => unknown

/** A file that PostgreSQL cannot do without and that could not be written, with the system's code, e.g. ENOSPC. */
export type WalWriteFailure = { path: string; code: string }

/**
 * Calls `stop` at the moment a file of the write-ahead log, or the control file beside it, cannot be written. On a server
 * of its own PostgreSQL would panic and start again. PGlite reports an error instead and waits for ever, inside the next
 * statement, for a lock that the failed one holds. No JavaScript runs any more then, so nobody could notice it later
 * (rule DB20). `stop` must end the process.
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
