import type { WalWriteFailure } from './stop-on-wal-write-failure.ts'

/**
 * Exit code of the process after a failed disk write, EX_IOERR of sysexits.h. A restart may solve the problem, unlike
 * after exit code 78 (invalid configuration).
 */
export const DISK_FAILURE_EXIT_CODE = 74

/** Prints a message for the operator and ends this process because a database file could not be written (rule DB20). */
export function exitAfterDiskFailure(folder: string, fault: WalWriteFailure): never {
  process.stderr.write(`${describeWalWriteFailure(folder, fault)}\n`)
  process.exit(DISK_FAILURE_EXIT_CODE)
}

/**
 * Returns a message for the operator that explains a failed write to the write-ahead log and how to solve the problem.
 */
export const describeWalWriteFailure = (folder: string, { path, code }: WalWriteFailure): string =>
  `${FULL.has(code) ? `The disk of ${folder} is full` : `The disk of ${folder} has failed`}: ${path} could not be written` +
  ` (${code}). The database cannot go on without it, so Dacapo ends now. Nothing that was acknowledged is lost.` +
  ` ${FULL.has(code) ? 'Make room there' : 'Examine the disk'} and start Dacapo again; a supervisor such as systemd does that itself.`

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
