import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { runAndCapture } from '../set-up/child.mjs'

export async function installWithApt(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing from Debian: ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runAndCapture('apt-get', ['update', '-qq'], { env, minutes: 5 })
  if (update.code !== 0) return false
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  return (await runAndCapture('apt-get', install, { env, minutes: 10 })).code === 0
}

const SHELL_ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }

const succeeds = async (command: string): Promise<boolean> =>
  (await runAndCapture('sh', ['-c', command], { env: SHELL_ENVIRONMENT, minutes: 1 })).code === 0

const ENGINES = [
  {
    name: 'Firefox',
    file: 'e2e/engines/firefox.journey.ts',
    packages: ['firefox-esr'],
    check: 'firefox-esr --version',
  },
  {
    name: 'WebKit',
    file: 'e2e/engines/webkit.journey.ts',
    packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
    check: `WebKitWebDriver --help && command -v Xvfb && /usr/bin/python3 -c "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"`,
  },
]

export async function installMissingEngines() {
  const missing: { name: string; file: string }[] = []
  // An engine that is installed but does not run is a failure of its journey, not a skip.
  for (const { name, file, packages, check } of ENGINES)
    if (!(await succeeds(check)) && !(await installWithApt(packages))) missing.push({ name, file })
  return missing
}

const SERVER_PACKAGES: Readonly<Record<string, string>> = {
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

/** Debian runs this script before it starts a newly installed service; exit code 101 forbids the start. */
const POLICY = '/usr/sbin/policy-rc.d'

export async function installMissingServerPrograms(): Promise<void> {
  const missing: string[] = []
  for (const [program, name] of Object.entries(SERVER_PACKAGES))
    if (!(await succeeds(`command -v ${program}`))) missing.push(name)
  if (missing.length === 0) return
  const isOurs = process.getuid?.() === 0 && existsSync('/usr/sbin') && !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    await installWithApt(missing)
  } finally {
    if (isOurs) rmSync(POLICY, { force: true })
  }
}
