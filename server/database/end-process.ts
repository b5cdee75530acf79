import type { LogFault } from './stop-on-log-fault.ts'

/** EX_IOERR of sysexits.h: a file could not be written. Unlike 78, starting again may help. */
export const DISK_EXIT_CODE = 74

/** Ends this process because the disk of the database does not take what it must keep. Tells the operator why (DB20). */
export function endProcess(folder: string, fault: LogFault): never {
  process.stderr.write(`${describeLogFault(folder, fault)}\n`)
  process.exit(DISK_EXIT_CODE)
}

/** Says in one paragraph what happened to the database in a folder, and what to do. */
export const describeLogFault = (folder: string, { path, code }: LogFault): string =>
  `${FULL.has(code) ? `The disk of ${folder} is full` : `The disk of ${folder} has failed`}: ${path} could not be written` +
  ` (${code}). The database cannot go on without it, so Dacapo ends now. Nothing that was acknowledged is lost.` +
  ` ${FULL.has(code) ? 'Make room there' : 'Examine the disk'} and start Dacapo again; a supervisor such as systemd does that itself.`

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])
