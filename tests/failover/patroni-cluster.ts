import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { unprivilegedUser } from '#tests/database/postgres-binaries.ts'
import { freePort } from '#tests/server/free-port.ts'
import { startDebianProgram, watchFolder } from './debian-program.ts'
import type { DebianProgram } from './debian-program.ts'
import { postgresBinaries } from './failover-programs.ts'
import { askForCluster, createPatroniMember } from './patroni-member.ts'
import type { ClusterView, PatroniMember } from './patroni-member.ts'

const NAMES = ['db1', 'db2', 'db3'] as const
const ASK_EVERY_MILLISECONDS = 100
const HEALTHY_WITHIN_MILLISECONDS = 120_000
const deploy = resolve(import.meta.dirname, '../../deploy')

/** Three PostgreSQL servers on this machine that take over from each other, as docs/self-hosting.md describes them. */
export type PatroniCluster = {
  /** Creates an empty database and returns its address, which leads through HAProxy to the primary. */
  createDatabase(): Promise<string>
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
  for (const member of members) member.start()
  const proxy = startDebianProgram(folderIn(folder, 'haproxy'), 'haproxy', '-db', '-f', proxyFile)
  const log = () => [etcd, ...members, proxy].map(program => program.log().slice(-10_000)).join('\n----\n')

  async function healthyPrimary(): Promise<PatroniMember> {
    const deadline = performance.now() + HEALTHY_WITHIN_MILLISECONDS
    while (performance.now() < deadline) {
      const views = await Promise.all(members.map(({ api }) => askForCluster(api)))
      const leader = views.every(isHealthy) ? leaderIn(views) : null
      const primary = members.find(({ name }) => name === leader)
      if (primary !== undefined) return primary
      await pause(ASK_EVERY_MILLISECONDS)
    }
    throw new Error(`the cluster is not healthy in time:\n${log()}`)
  }

  let databases = 0
  return {
    async createDatabase() {
      databases += 1
      await healthyPrimary()
      await createDatabase(addressOf(proxyPort, 'postgres'), `dacapo_${databases}`)
      return addressOf(proxyPort, `dacapo_${databases}`)
    },
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

type Place = Parameters<typeof createPatroniMember>[0]

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

const leaderIn = (views: readonly (ClusterView | null)[]) =>
  views[0]?.members.find(({ role }) => role === 'leader')?.name ?? null

/** Whether a member sees all three on one timeline, one of them as the primary and one as its synchronous standby. */
function isHealthy(view: ClusterView | null): boolean {
  const members = view?.members ?? []
  const has = (wanted: string) => members.some(({ role }) => role === wanted)
  return (
    members.length === NAMES.length &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    has('leader') &&
    has('sync_standby')
  )
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
}
