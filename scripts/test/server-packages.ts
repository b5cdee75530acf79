import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installWithApt } from './apt.ts'

/** The Debian package of each server program that a test of `--all` starts, by the program's name. */
const PACKAGES: Readonly<Record<string, string>> = {
  pgbouncer: 'pgbouncer',
  promtool: 'prometheus',
  nginx: 'nginx-light',
  caddy: 'caddy',
  'redis-server': 'redis-server',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pg_ctlcluster: 'postgresql',
  pgbackrest: 'pgbackrest',
}

/**
 * Installs the server programs that tests of `npm test -- --all` start. This works only for root on Debian. Elsewhere
 * the tests that need the programs are skipped, with the reason in tests/repository/skips.json.
 */
export async function installServerPackages(): Promise<void> {
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]))
  if (missing.length > 0) await withoutStartingServices(() => installWithApt(missing))
}

const isInstalled = (program: string) =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].some(folder =>
    existsSync(join(folder, program)),
  )

/** Debian asks this file whether an installed service may be started. */
const POLICY = '/usr/sbin/policy-rc.d'

/** Runs an installation, after which none of the installed services runs on this machine. */
async function withoutStartingServices(install: () => Promise<boolean>): Promise<void> {
  const isOurs = process.getuid?.() === 0 && existsSync('/usr/sbin') && !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await install()
  } finally {
    if (isOurs) rmSync(POLICY, { force: true })
  }
}
