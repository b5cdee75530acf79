import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Database } from '#server/database/database.ts'
import { loadAppliedMigrations, findUnknownMigrations } from '#server/database/migrate.ts'
import { migrations } from '#server/database/migrations/migrations.ts'
import { findAccessFault } from '#server/database/folder-access.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Configuration } from '#server/settings/configuration.ts'
import { isRemoteDatabase } from '#server/settings/setting-faults.ts'
import { checkClock } from './check-clock.ts'
import { createFaultFinding, createGoodFinding, createNoteFinding } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

const AREA = 'Database'
/** The oldest major version that our SQL was written for. */
const OLDEST_VERSION = 15

/**
 * Checks that the database is reachable and migrated. For PostgreSQL, also checks the version, the clock, the archiving
 * of its log, and that a connection to another machine is encrypted. Changes nothing.
 */
export async function checkDatabase(configuration: Configuration): Promise<DoctorFinding[]> {
  const { database: place } = configuration
  if (place.kind === 'embedded' && !existsSync(place.directory) && findAccessFault(place.directory) === null)
    return [
      createNoteFinding(AREA, `embedded, and not there yet: the first start creates ${place.directory}`),
    ]
  const opened = await openDatabase(configuration, pino({ level: 'silent' }), {
    migrate: false,
    create: false,
  })
  if (opened.kind === 'failed') {
    if (place.kind === 'embedded' && opened.message.includes(' is in use by '))
      return [createGoodFinding(AREA, 'embedded, and open in the running server')]
    const fault = place.kind === 'embedded' ? findAccessFault(place.directory) : null
    return [
      fault === null
        ? createFaultFinding(AREA, opened.message, adviceFor(place.kind))
        : createFaultFinding(AREA, fault.message, fault.advice),
    ]
  }
  try {
    const { database } = opened
    const findings = await migrationFindings(database)
    if (place.kind === 'postgres') findings.unshift(...(await postgresFindings(database, place.url)))
    return findings
  } finally {
    await opened.database.close()
  }
}

const adviceFor = (kind: 'embedded' | 'postgres') =>
  kind === 'embedded'
    ? 'Move the folder away and restore a backup (docs/backups.md).'
    : 'See that PostgreSQL runs and that host, port, user, password and name in DATABASE_URL are right.'

type PostgresState = { version: number; now: number; encrypted: boolean | null; isArchivingFailing: boolean }

async function postgresFindings({ db }: Database, url: string): Promise<DoctorFinding[]> {
  const before = Date.now()
  const { rows } = await sql<PostgresState>`select
    current_setting('server_version_num')::int / 10000 as version,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
    (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
      from pg_stat_archiver) as "isArchivingFailing"`.execute(db)
  const after = Date.now()
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL gave no answer')
  const version = `PostgreSQL ${row.version}`
  const findings = [
    row.version < OLDEST_VERSION
      ? createFaultFinding(AREA, `${version} is too old`, `Upgrade to PostgreSQL ${OLDEST_VERSION} or newer.`)
      : createGoodFinding(AREA, `${version} answers in ${after - before} ms`),
    checkClock('the database', row.now, (before + after) / 2),
  ]
  if (row.isArchivingFailing)
    findings.push(
      createFaultFinding(
        AREA,
        'PostgreSQL cannot archive its log: it keeps everything until its disk is full, and backups lack it',
        'See why in the log of PostgreSQL (archive_command); with pgBackRest: pgbackrest --stanza=dacapo check',
      ),
    )
  if (isRemoteDatabase(url))
    findings.push(
      row.encrypted === true
        ? createGoodFinding(AREA, 'the connection is encrypted')
        : createFaultFinding(
            AREA,
            'the connection is not encrypted',
            'Add ?sslmode=verify-full to DATABASE_URL, unless the network between is yours alone.',
          ),
    )
  return findings
}

async function migrationFindings({ db }: Database): Promise<DoctorFinding[]> {
  const applied = await loadAppliedMigrations(db)
  const unknown = findUnknownMigrations(applied)
  if (unknown.length > 0)
    return [
      createFaultFinding(
        AREA,
        `a newer version of Dacapo has migrated it (${unknown.join(', ')})`,
        'Run that version, or restore a backup of this one.',
      ),
    ]
  const missing = Object.keys(migrations).length - applied.length
  return missing === 0
    ? [createGoodFinding(AREA, `its tables are what this version needs (${applied.at(-1)})`)]
    : [
        createNoteFinding(
          AREA,
          `${missing} migrations are not applied yet; the next start, or npm run migrate, applies them`,
        ),
      ]
}
