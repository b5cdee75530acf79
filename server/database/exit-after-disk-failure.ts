import type { WalWriteFailure } from './stop-on-wal-write-failure.ts'

/** EX_IOERR of sysexits.h: a file could not be written. Unlike 78, starting again may help. */
export const DISK_FAILURE_EXIT_CODE = 74

/** Ends this process because the disk of the database does not take what it must keep. Tells the operator why (DB20). */
export function exitAfterDiskFailure(folder: string, fault: WalWriteFailure): never {
  process.stderr.write(`${describeWalWriteFailure(folder, fault)}\n`)
  process.exit(DISK_FAILURE_EXIT_CODE)
}

/** Says in one paragraph what happened to the database in a folder, and what to do. */
export const describeWalWriteFailure = (folder: string, { path, code }: WalWriteFailure): string =>
  `${FULL.has(code) ? `The disk of ${folder} is full` : `The disk of ${folder} has failed`}: ${path} could not be written` +
  ` (${code}). The database cannot go on without it, so Dacapo ends now. Nothing that was acknowledged is lost.` +
  ` ${FULL.has(code) ? 'Make room there' : 'Examine the disk'} and start Dacapo again; a supervisor such as systemd does that itself.`

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
