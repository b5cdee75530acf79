import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { freePort } from '#tests/server/free-port.ts'
import { pinnedNodePath } from '../scripts/set-up/paths.mjs'
import { installPackage } from './installed-package.ts'
import { postJson } from './post-json.mjs'

// Decision 0063. The package router 2.3.0 of 17 November has other internals than this version of Parse Server expects.
const PARSE_SERVER = { name: 'parse-server', version: '9.10.0', asOf: '2026-11-10' }

/** A running Parse Server in a process of its own. */
export type ParseServerProcess = { readonly origin: string; readonly pid: number; stop(): Promise<void> }

/** Schema of a device of a user of Parse Server, with the time of the newest row that it has, in milliseconds. */
export const parseDeviceSchema = z.object({
  session: z.string(),
  pieceId: z.string(),
  partId: z.string(),
  since: z.number(),
})
type ParseDevice = z.infer<typeof parseDeviceSchema>

/** Starts Parse Server on an empty database, and resolves when it listens. Installs it at the first use. */
export async function startParseServer(databaseUrl: string): Promise<ParseServerProcess> {
  const folder = await installPackage(PARSE_SERVER)
  const port = await freePort()
  const script = join(import.meta.dirname, 'parse-server-process.mjs')
  const child = spawn(pinnedNodePath, [script, folder, databaseUrl, String(port)], {
    // Without a folder it writes no log. Express answers faster in production.
    env: { ...process.env, NODE_ENV: 'production', PARSE_SERVER_LOGS_FOLDER: 'null' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let printed = ''
  const isReady = new Promise<void>((resolve, reject) => {
    const read = (text: string) => {
      printed += text
      if (printed.includes('ready')) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', text => (printed += text))
    child.once('exit', code => reject(new Error(`Parse Server ended with ${code}: ${printed}`)))
  })
  await isReady
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Signs up so many users, one after the other, each with a piece of one part that only they may read and write. */
export async function signUpParseDevices(
  { origin }: ParseServerProcess,
  count: number,
): Promise<ParseDevice[]> {
  const devices: ParseDevice[] = []
  for (let number = 0; number < count; number += 1) devices.push(await signUp(`${origin}/parse`))
  return devices
}

async function signUp(address: string): Promise<ParseDevice> {
  const application = { 'x-parse-application-id': 'bench' }
  const account = { username: randomUUID(), password: randomUUID() }
  const user = await postJson(`${address}/users`, application, account)
  const session: string = user.sessionToken
  const headers = { ...application, 'x-parse-session-token': session }
  const own = {
    owner: pointer('_User', user.objectId),
    ACL: { [user.objectId]: { read: true, write: true } },
  }
  const piece = await postJson(`${address}/classes/Piece`, headers, { ...own, name: 'The Swan' })
  const part = await postJson(`${address}/classes/Part`, headers, {
    ...own,
    piece: pointer('Piece', piece.objectId),
    currentTempo: 60,
    lastPracticed: 0,
  })
  return { session, pieceId: piece.objectId, partId: part.objectId, since: Date.parse(part.createdAt) }
}

const pointer = (className: string, objectId: string) => ({ __type: 'Pointer', className, objectId })
