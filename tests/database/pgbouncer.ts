import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/server/free-port.ts'
import { unprivilegedUser } from './postgres-binaries.ts'

export const hasPgBouncer = () => spawnSync('pgbouncer', ['--version']).error === undefined

/** Fewer connections than one server opens, so that transactions of one client run on different ones. */
const SERVER_CONNECTIONS = 4

export async function startPgBouncer() {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-pgbouncer-'))
  const user = unprivilegedUser()
  const port = await freePort()
  const configure = (database: URL | null) =>
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
${database === null ? '' : `* = host=${database.hostname} port=${database.port} user=postgres`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
`,
    )
  const run = async () => {
    // PgBouncer refuses to run as root.
    const bouncer = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
      ...user,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    await new Promise<void>((resolve, reject) => {
      bouncer.stderr.on('data', chunk => {
        printed += String(chunk)
        if (printed.includes('process up')) resolve()
      })
      bouncer.once('exit', code => reject(new Error(`PgBouncer ended with ${code}: ${printed}`)))
    })
    return bouncer
  }
  let bouncer: Awaited<ReturnType<typeof run>> | null = null
  if (user !== null) chownSync(folder, user.uid, user.gid)

  const terminate = async () => {
    if (bouncer === null || bouncer.exitCode !== null) return
    const ended = new Promise(resolve => bouncer?.once('exit', resolve))
    bouncer.kill('SIGTERM')
    await ended
  }
  return {
    async pooledUrl(url: string): Promise<string> {
      const address = new URL(url)
      if (bouncer === null) {
        configure(address)
        bouncer = await run()
      }
      address.port = String(port)
      return address.href
    },
    async restart() {
      await terminate()
      bouncer = await run()
    },
    async stop() {
      await terminate()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
