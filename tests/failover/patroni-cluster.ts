import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod'
import { unprivilegedUser } from '#tests/database/postgres-binaries.ts'
import { freePort } from '#tests/server/free-port.ts'
import { postgresBinaries, startDebianProgram, startWatchdog, type DebianProgram } from './debian-program.ts'

const NAMES = ['db1', 'db2', 'db3'] as const
const POLL_MILLISECONDS = 100
const HEALTHY_TIMEOUT_MILLISECONDS = 120_000
const deploy = resolve(import.meta.dirname, '../../deploy')

export type Failure = 'PostgreSQL killed' | 'both killed'

type PatroniMember = ReturnType<typeof createPatroniMember>

export type PatroniCluster = {
  url: string
  healthyPrimary(): Promise<PatroniMember>
  log(): string
  stop(): Promise<void>
}

/**
 * Starts etcd, three Patroni members and HAProxy with deploy/patroni.yaml and deploy/haproxy.cfg. Replaces only their
 * addresses, ports and folders.
 */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-patroni-'))
  chmodSync(folder, 0o755)
  const watchdog = startWatchdog(folder)
  const [etcdPort, etcdPeerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const places: Place[] = []
  for (const name of NAMES)
    places.push({ name, folder: folderIn(folder, name), port: await freePort(), apiPort: await freePort() })
  for (const place of places) writeFileSync(join(place.folder, 'patroni.yaml'), patroniFile(place, etcdPort))
  const proxyFile = join(folder, 'haproxy.cfg')
  writeFileSync(proxyFile, haproxyFile(places, proxyPort))

  const etcd = startEtcd(folderIn(folder, 'etcd'), etcdPort, etcdPeerPort)
  const members = places.map(createPatroniMember)
  const proxy = startDebianProgram(folderIn(folder, 'haproxy'), 'haproxy', '-db', '-f', proxyFile)
  const log = () => [etcd, ...members, proxy].map(program => program.log().slice(-10_000)).join('\n----\n')

  async function healthyPrimary(): Promise<PatroniMember> {
    const deadline = performance.now() + HEALTHY_TIMEOUT_MILLISECONDS
    while (performance.now() < deadline) {
      const views = await Promise.all(members.map(member => member.fetchClusterView()))
      const leader = views.every(isHealthy) ? views[0]?.find(({ role }) => role === 'leader') : undefined
      const primary = members.find(({ name }) => name === leader?.name)
      if (primary !== undefined) return primary
      await pause(POLL_MILLISECONDS)
    }
    throw new Error(`the cluster is not healthy in time:\n${log()}`)
  }

  await healthyPrimary()
  const client = new pg.Client({ connectionString: addressOf(proxyPort, 'postgres') })
  await client.connect()
  await client.query('create database dacapo')
  await client.end()
  return {
    url: addressOf(proxyPort, 'dacapo'),
    healthyPrimary,
    log,
    async stop() {
      await proxy.end('SIGTERM')
      await Promise.all(members.map(member => member.stop()))
      await etcd.end('SIGKILL')
      watchdog.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Place = { name: string; folder: string; port: number; apiPort: number }

function folderIn(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  const user = unprivilegedUser()
  if (user !== null) chownSync(folder, user.uid, user.gid)
  return folder
}

const addressOf = (port: number, database: string) =>
  `postgres://postgres:CHANGE-1@127.0.0.1:${port}/${database}`

function startEtcd(folder: string, port: number, peerPort: number): DebianProgram {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const data = ['--name', 'default', '--data-dir', join(folder, 'data'), '--unsafe-no-fsync']
  const clients = ['--listen-client-urls', client, '--advertise-client-urls', client]
  const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer]
  const cluster = ['--initial-cluster', `default=${peer}`]
  return startDebianProgram(folder, 'etcd', ...data, ...clients, ...peers, ...cluster)
}

function patroniFile({ name, folder, port, apiPort }: Place, etcdPort: number): string {
  return replaceAllOrThrow(readFileSync(join(deploy, 'patroni.yaml'), 'utf8'), [
    ['name: db1', `name: ${name}`],
    ['10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379', `127.0.0.1:${etcdPort}`],
    ['10.0.0.1:8008', `127.0.0.1:${apiPort}`],
    ['10.0.0.1:5432', `127.0.0.1:${port}`],
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['/usr/lib/postgresql/15/bin', postgresBinaries() ?? ''],
    [
      'data_dir: /var/lib/postgresql/15/dacapo',
      `data_dir: ${folder}/data\n  parameters: { unix_socket_directories: ${folder} }\n  pgpass: ${folder}/pgpass`,
    ],
  ])
}

function haproxyFile(places: readonly Place[], port: number): string {
  return replaceAllOrThrow(readFileSync(join(deploy, 'haproxy.cfg'), 'utf8'), [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    [' port 8008', ''],
    ...places.map(({ port, apiPort }, index): [string, string] => [
      `10.0.0.${index + 1}:5432 check`,
      `127.0.0.1:${port} check port ${apiPort}`,
    ]),
  ])
}

function replaceAllOrThrow(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((changed, [documented, here]) => {
    if (!changed.includes(documented)) throw new Error(`there is no ${documented} to replace`)
    return changed.replaceAll(documented, here)
  }, text)
}

const MemberView = z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.unknown() })
const Cluster = z.object({ members: z.array(MemberView) })
type ClusterView = z.infer<typeof Cluster>['members']

function isHealthy(members: ClusterView): boolean {
  const roles = members.map(({ role }) => role)
  return (
    members.length === NAMES.length &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    roles.includes('leader') &&
    roles.includes('sync_standby')
  )
}

function createPatroniMember({ name, folder, apiPort }: Place) {
  let printed = ''
  const start = () => startDebianProgram(folder, 'patroni', join(folder, 'patroni.yaml'))
  let patroni = start()

  /** Finds PostgreSQL by its PID file, because Patroni is not its parent process. */
  function postgresPids(): number[] {
    const file = join(folder, 'data', 'postmaster.pid')
    if (!existsSync(file)) return []
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
    // After a kill the PID in the file may belong to another process.
    return readProcess(pid, 'cmdline').includes(`${folder}/`) ? processTree(pid) : []
  }
  const killAll = () =>
    killEach([...(patroni.isRunning() ? processTree(patroni.pid) : []), ...postgresPids()])
  return {
    name,
    inject: (failure: Failure) => (failure === 'PostgreSQL killed' ? killEach(postgresPids()) : killAll()),
    restart() {
      if (patroni.isRunning()) return
      printed += patroni.log()
      patroni = start()
    },
    async fetchClusterView(): Promise<ClusterView> {
      try {
        const signal = AbortSignal.timeout(1000)
        const answer = await fetch(`http://127.0.0.1:${apiPort}/cluster`, { signal })
        return Cluster.parse(await answer.json()).members
      } catch {
        return []
      }
    },
    log: () => printed + patroni.log(),
    async stop() {
      killAll()
      await patroni.end('SIGKILL')
      // Patroni may have started another one meanwhile.
      killEach(postgresPids())
    },
  }
}

function processTree(root: number): number[] {
  const running = globSync('/proc/[0-9]*').map(path => Number(path.slice('/proc/'.length)))
  // The process name, in parentheses before state and parent, may contain spaces and parentheses.
  const parentOf = (pid: number) => Number(readProcess(pid, 'stat').split(') ').at(-1)?.split(' ')[1])
  const parents = running.map(pid => [pid, parentOf(pid)] as const)
  const tree = [root]
  for (const pid of tree) tree.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child))
  return tree
}

function killEach(processes: readonly number[]): void {
  for (const pid of processes)
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}

function readProcess(pid: number, file: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
