import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { startDebianProgram } from './debian-program.ts'
import type { DebianProgram } from './debian-program.ts'
import { processTree, signalAll } from './process-tree.ts'

/** What is done to a primary: its PostgreSQL is killed, Patroni with it, or both stop and answer nothing. */
export type Blow = 'PostgreSQL killed' | 'both killed' | 'both frozen'

/** A machine of the cluster: one Patroni and its PostgreSQL. */
export type PatroniMember = {
  name: string
  port: number
  /** Where Patroni answers. */
  api: string
  start(): void
  suffer(blow: Blow): void
  /** Makes it a machine that has started again after a blow, a frozen one as its watchdog would do it. */
  recover(): Promise<void>
  log(): string
  /** Ends it at once. */
  stop(): Promise<void>
}

/** Describes a member whose configuration file lies in its folder. Its data will be in `data`. */
export function createPatroniMember(place: {
  name: string
  folder: string
  port: number
  apiPort: number
}): PatroniMember {
  const { name, folder, port, apiPort } = place
  let patroni: DebianProgram | null = null
  let printed = ''
  let isFrozen = false

  /** The processes of PostgreSQL, of which Patroni is no parent any more. */
  function postgres(): number[] {
    const file = join(folder, 'data', 'postmaster.pid')
    if (!existsSync(file)) return []
    const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
    // The file of a killed one may name a number that another process has now.
    return isPostgresOf(folder, pid) ? processTree(pid) : []
  }
  const all = () => [...(patroni?.runs() === true ? processTree(patroni.pid) : []), ...postgres()]
  const start = () => {
    printed += patroni?.log() ?? ''
    patroni = startDebianProgram(folder, 'patroni', join(folder, 'patroni.yaml'))
  }
  const stop = async () => {
    signalAll(all(), 'SIGKILL')
    await patroni?.end('SIGKILL')
    // One that Patroni was just starting.
    signalAll(postgres(), 'SIGKILL')
  }
  return {
    name,
    port,
    api: `http://127.0.0.1:${apiPort}`,
    start,
    suffer(blow) {
      isFrozen = blow === 'both frozen'
      if (blow === 'PostgreSQL killed') signalAll(postgres(), 'SIGKILL')
      else signalAll(all(), isFrozen ? 'SIGSTOP' : 'SIGKILL')
    },
    async recover() {
      if (isFrozen) await stop()
      isFrozen = false
      if (patroni?.runs() !== true) start()
    },
    log: () => printed + (patroni?.log() ?? ''),
    stop,
  }
}

function isPostgresOf(folder: string, pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`)
  } catch {
    return false
  }
}

const Cluster = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.unknown() }),
  ),
})

/** What a member says of the cluster, as `patronictl list` shows it. */
export type ClusterView = z.infer<typeof Cluster>

/** Asks a member for the state of the cluster. Returns null if it does not answer. */
export async function askForCluster(api: string): Promise<ClusterView | null> {
  try {
    const answer = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(1000) })
    return Cluster.parse(await answer.json())
  } catch {
    return null
  }
}
