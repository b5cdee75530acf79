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
import { postgresBinaries, startDebianProgram, watchFolder, type DebianProgram } from './debian-program.ts'

const NAMES = ['db1', 'db2', 'db3'] as const
const ASK_EVERY_MILLISECONDS = 100
const HEALTHY_WITHIN_MILLISECONDS = 120_000
const deploy = resolve(import.meta.dirname, '../../deploy')

/** What is done to a primary: its PostgreSQL is killed, or Patroni with it. */
export type Blow = 'PostgreSQL killed' | 'both killed'

/** A machine of the cluster: one Patroni and its PostgreSQL. */
type PatroniMember = ReturnType<typeof createPatroniMember>

/** Three PostgreSQL servers on this machine that take over from each other, as docs/self-hosting.md describes them. */
export type PatroniCluster = {
  /** The address of an empty database, which leads through HAProxy to the primary. */
  url: string
  /** Waits until there is a primary, a synchronous standby and another standby. Returns the primary. */
  healthyPrimary(): Promise<PatroniMember>
  /** What etcd, Patroni, PostgreSQL and HAProxy have printed lately. */
  log(): string
  stop(): Promise<void>
}

/**
 * Starts etcd, three Patroni members and HAProxy with deploy/patroni.yaml and deploy/haproxy.cfg, in which only
 * addresses, ports and folders are changed.
 */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-patroni-'))
  chmodSync(folder, 0o755)
  const watchdog = watchFolder(folder)
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
    const deadline = performance.now() + HEALTHY_WITHIN_MILLISECONDS
    while (performance.now() < deadline) {
      const views = await Promise.all(members.map(member => member.viewOfCluster()))
      const leader = views.every(isHealthy) ? views[0]?.find(({ role }) => role === 'leader') : undefined
      const primary = members.find(({ name }) => name === leader?.name)
      if (primary !== undefined) return primary
      await pause(ASK_EVERY_MILLISECONDS)
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
  return replaceEach(readFileSync(join(deploy, 'patroni.yaml'), 'utf8'), [
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
  return replaceEach(readFileSync(join(deploy, 'haproxy.cfg'), 'utf8'), [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    [' port 8008', ''],
    ...places.map(({ port, apiPort }, index): [string, string] => [
      `10.0.0.${index + 1}:5432 check`,
      `127.0.0.1:${port} check port ${apiPort}`,
    ]),
  ])
}

/** Throws if the text does not contain one of them, because the file would then not be the documented one. */
function replaceEach(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((changed, [documented, here]) => {
    if (!changed.includes(documented)) throw new Error(`there is no ${documented} to replace`)
    return changed.replaceAll(documented, here)
  }, text)
}

const MemberView = z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.unknown() })
const Cluster = z.object({ members: z.array(MemberView) })
type ClusterView = z.infer<typeof Cluster>['members']

/** Whether a member sees all three on one timeline, one of them as the primary and one as its synchronous standby. */
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

/** Starts a member whose configuration file lies in its folder. Its data will be in `data`. */
function createPatroniMember({ name, folder, apiPort }: Place) {
  let printed = ''
  const start = () => startDebianProgram(folder, 'patroni', join(folder, 'patroni.yaml'))
  let patroni = start()

  /** The processes of PostgreSQL, of which Patroni is no parent any more. */
  function postgres(): number[] {
    const file = join(folder, 'data', 'postmaster.pid')
    if (!existsSync(file)) return []
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
    // The file of a killed one may name a number that another process has now.
    return readProcess(pid, 'cmdline').includes(`${folder}/`) ? processTree(pid) : []
  }
  const killAll = () => killEach([...(patroni.runs() ? processTree(patroni.pid) : []), ...postgres()])
  return {
    name,
    suffer: (blow: Blow) => (blow === 'PostgreSQL killed' ? killEach(postgres()) : killAll()),
    /** Makes it a machine that has started again after a blow. */
    recover() {
      if (patroni.runs()) return
      printed += patroni.log()
      patroni = start()
    },
    /** What it says of the cluster, as `patronictl list` shows it; nothing if it does not answer. */
    async viewOfCluster(): Promise<ClusterView> {
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
      // One that Patroni was just starting.
      killEach(postgres())
    },
  }
}

/** Returns a process and all that it has started and that still run, by their numbers. Linux only. */
function processTree(root: number): number[] {
  const running = globSync('/proc/[0-9]*').map(path => Number(path.slice('/proc/'.length)))
  // The name before the state and the parent, in parentheses, may contain spaces and parentheses.
  const parentOf = (pid: number) => Number(readProcess(pid, 'stat').split(') ').at(-1)?.split(' ')[1])
  const parents = running.map(pid => [pid, parentOf(pid)] as const)
  const tree = [root]
  for (const pid of tree) tree.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child))
  return tree
}

/** Kills every process of a list. One that has ended meanwhile is left out. */
function killEach(processes: readonly number[]): void {
  for (const pid of processes)
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}

/** Returns what the system tells of a process, or nothing if it has ended. */
function readProcess(pid: number, file: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
