import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Database } from '#server/database/database.ts'
import { backupFolder, unpublishedBackupPath } from './backup-files.ts'
import { writeBackup } from './write-backup.ts'

/** The longest path that Linux and macOS accept for a socket, in bytes. */
const MAX_PATH_BYTES = 103

const socketPath = (dataDir: string) => resolve(dataDir, 'backup.sock')

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), draft: z.string(), tablesLeftOut: z.array(z.string()) }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
])
type Answer = z.infer<typeof answer>

/**
 * Opens a Unix socket in the data folder, through which `npm run backup` requests a backup from the running server. The
 * command cannot read an embedded database itself, because only one process can open it. Only the operating-system user
 * of the server can use the socket (decision 0034). If the socket cannot be opened, logs a warning.
 */
export async function listenForBackups({
  dataDir,
  database,
  log,
}: {
  dataDir: string
  database: Database
  log: Logger
}): Promise<{ close: () => Promise<void> }> {
  const path = socketPath(dataDir)
  let running: Promise<Answer> | null = null
  const server = createServer((_, response) => {
    running ??= write(dataDir, database, log).finally(() => (running = null))
    void running.then(result => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result))
    })
  })
  const listening = Promise.withResolvers<boolean>()
  server.once('listening', () => listening.resolve(true))
  server.on('error', error => {
    log.warn({ err: error }, 'backups of the running server are not possible')
    listening.resolve(false)
  })
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    log.warn(`The path ${path} is too long for a socket: backups need the server to be stopped.`)
    return { close: async () => {} }
  }
  // Only one process holds the database's lock, so an existing socket was left by a process that was killed.
  rmSync(path, { force: true })
  const mask = process.umask(0o177)
  server.listen(path)
  process.umask(mask)
  await listening.promise
  return {
    async close() {
      await running?.catch(() => {})
      const closed = new Promise(resolve => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function write(dataDir: string, database: Database, log: Logger): Promise<Answer> {
  const draft = unpublishedBackupPath(backupFolder(dataDir), Date.now())
  try {
    const written = await writeBackup(database, draft)
    return written.kind === 'written'
      ? { ...written, draft, tablesLeftOut: [...written.tablesLeftOut] }
      : written
  } catch (error) {
    rmSync(draft, { force: true })
    log.error({ err: error }, 'a backup could not be written')
    return { kind: 'refused', message: `The server could not write the backup: ${String(error)}` }
  }
}

/**
 * Requests a backup from the server that is running with this data folder. Returns the path of the backup file, which
 * still has its temporary name, or 'refused' with a message. Returns null if no server answers; the caller can then
 * open the database itself.
 */
export function requestBackupFromServer(dataDir: string): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: socketPath(dataDir), method: 'POST', path: '/backups' })
    asked.once('error', error => {
      const code = 'code' in error ? error.code : null
      if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'EINVAL') resolve(null)
      else reject(error)
    })
    asked.once('response', response => {
      json(response).then(body => resolve(answer.parse(body)), reject)
    })
    asked.end()
  })
}
