import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { freePort } from '#tests/server/free-port.ts'
import { pinnedNodePath } from '../scripts/set-up/paths.mjs'
import type { LoopDevice } from './closed-loop.ts'
import { installPackage } from './installed-package.ts'

// Decision 0063. This Parse Server relies on internals of the package router that changed in 2.3.0, of 17 November.
const PARSE_SERVER = { name: 'parse-server', version: '9.10.0', asOf: '2026-11-10' }
const APPLICATION = { 'x-parse-application-id': 'bench' }

export type ParseServerProcess = {
  readonly origin: string
  readonly pid: number
  signUpDevices(count: number): Promise<LoopDevice[]>
  stop(): Promise<void>
}

export async function startParseServer(databaseUrl: string): Promise<ParseServerProcess> {
  const folder = await installPackage(PARSE_SERVER)
  const port = String(await freePort())
  const script = join(import.meta.dirname, 'parse-server-process.mjs')
  const child = spawn(pinnedNodePath, [script, folder, databaseUrl, port], {
    // Without a folder it writes no log. Express is faster in production.
    env: { ...process.env, NODE_ENV: 'production', PARSE_SERVER_LOGS_FOLDER: 'null' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`Parse Server ended with ${code}`)),
  )
  const ready = new Promise<void>(resolve =>
    child.stdout.on('data', text => void (String(text).includes('ready') && resolve())),
  )
  await Promise.race([ready, exit])
  await addIndexes(databaseUrl)
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    pid: child.pid ?? 0,
    async signUpDevices(count) {
      const devices: LoopDevice[] = []
      while (devices.length < count) devices.push(await signUp(`${origin}/parse`))
      return devices
    },
    async stop() {
      child.kill('SIGKILL')
      await exit.catch(() => {})
    },
  }
}

/** For the newer rows of a user, without which Parse Server scans the rows of all users. */
async function addIndexes(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (const table of ['Piece', 'Part', 'Practice'])
    await client.query(`create index on "${table}" (owner, "updatedAt")`)
  await client.end()
}

async function signUp(address: string): Promise<LoopDevice> {
  const post = async (path: string, headers: Record<string, string>, json: object) => {
    const all = { ...APPLICATION, ...headers, 'content-type': 'application/json' }
    const answer = await fetch(address + path, { method: 'POST', headers: all, body: JSON.stringify(json) })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return await answer.json()
  }
  const user = await post('/users', {}, { username: randomUUID(), password: randomUUID() })
  const session = { 'x-parse-session-token': user.sessionToken }
  const [owner, ACL] = [pointer('_User', user.objectId), { [user.objectId]: { read: true, write: true } }]
  const piece = await post('/classes/Piece', session, { owner, ACL, name: 'The Swan' })
  const practiced = { piece: pointer('Piece', piece.objectId), currentTempo: 60, lastPracticed: 0 }
  const part = await post('/classes/Part', session, { owner, ACL, ...practiced })
  return {
    session: user.sessionToken,
    user: user.objectId,
    pieceId: piece.objectId,
    partId: part.objectId,
    epoch: null,
    since: Date.parse(part.createdAt),
  }
}

const pointer = (className: string, objectId: string) => ({ __type: 'Pointer', className, objectId })
