import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ENVIRONMENT_FILE } from '#server/settings/environment-file.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { backupFolder } from '../backup/backup-files.ts'
import { createFaultFinding, createGoodFinding, createNoteFinding } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

const AREA = 'Files'
const MEGABYTE = 1024 * 1024
/** The database, a day of logs and a backup need that much at least. */
const LEAST_FREE_MEGABYTES = 500
const DAY = 24 * 60 * 60 * 1000

/**
 * Checks that the server can write to its folders and that at least 500 MB of disk space are free. In production, also
 * checks that other users of the machine cannot read the data and the settings, and the age of the newest backup.
 */
export async function checkFiles(
  { dataDir, database, production }: Configuration,
  now: number,
  environmentFile = ENVIRONMENT_FILE,
): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = []
  const owner = `sudo chown -R dacapo: ${dataDir} (the user of the server)`
  for (const folder of [dataDir]) {
    const existing = firstExisting(folder)
    if (!statSync(existing).isDirectory())
      findings.push(
        createFaultFinding(
          AREA,
          `${existing} is no folder`,
          'Move that file away, or name another folder with DATA_DIR.',
        ),
      )
    else if (!isWritable(existing))
      findings.push(
        createFaultFinding(
          AREA,
          `this user may not write to ${existing}`,
          `Run this as the user of the server, or ${owner}`,
        ),
      )
  }
  for (const path of [dataDir, environmentFile]) {
    if (production && existsSync(path) && (statSync(path).mode & OTHERS) !== 0)
      findings.push(
        createFaultFinding(AREA, `everybody on this machine may read ${path}`, `chmod o-rwx ${path}`),
      )
  }
  const free = await freeMegabytes(firstExisting(dataDir))
  findings.push(
    free < LEAST_FREE_MEGABYTES
      ? createFaultFinding(
          AREA,
          `only ${free} MB are free for ${dataDir}`,
          `Make room: at least ${LEAST_FREE_MEGABYTES} MB, better several times the database.`,
        )
      : createGoodFinding(AREA, `${dataDir} has ${free} MB left`),
  )
  // Whoever has a PostgreSQL may back it up in another way.
  if (production && (database.kind === 'embedded' || existsSync(backupFolder(dataDir))))
    findings.push(backupFinding(backupFolder(dataDir), now))
  return findings
}

const OTHERS = 0o007

function backupFinding(folder: string, now: number): DoctorFinding {
  const backups = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.backup.gz')) : []
  const newest = Math.max(0, ...backups.map(name => statSync(resolve(folder, name)).mtimeMs))
  if (newest === 0)
    return createNoteFinding('Backups', `there is none in ${folder}; docs/backups.md sets up one every night`)
  const days = Math.floor((now - newest) / DAY)
  const message = `the newest in ${folder} is ${days} days old`
  return days < 2
    ? createGoodFinding('Backups', message)
    : createFaultFinding(
        'Backups',
        message,
        'See why with: systemctl status dacapo-backup.timer dacapo-backup.service',
      )
}

const firstExisting = (path: string): string => (existsSync(path) ? path : firstExisting(dirname(path)))

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function freeMegabytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return Math.floor((bavail * bsize) / MEGABYTE)
}
