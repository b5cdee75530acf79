import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { addPracticeEntry, createPiece, retractPractice } from '#tests/library/library-changes.ts'
import { createHttpSender, openSocket } from './http-sender.mjs'
import { VISITOR_ADDRESS } from './visitor.ts'

type Attacker = { cookie: string; pieceId: PieceId; partId: PartId }
export type AttackWorkerData = {
  attack: string
  origin: string
  baseUrl: string
  attackers: readonly Attacker[]
  from: string
}

type Call = { method?: string; path: string; body?: object | string; headers?: Record<string, string> }
type Attack =
  | { loops: number; request: (attacker: Attacker, number: number) => Call; pauseMilliseconds?: number }
  /** Each connection sends `text` once. Unless it `reads`, it leaves the answer in the socket buffer. */
  | { sockets: number; text: (attacker: Attacker, number: number, from: string) => string; reads: boolean }

const sync = ({ cookie }: Attacker, changes: readonly object[]): Call => ({
  path: '/api/v1/sync',
  headers: { cookie, 'accept-encoding': 'gzip' },
  body: {
    clientId: 'attacker',
    schema: 1,
    epoch: null,
    clientNow: Date.now(),
    since: 0,
    entriesSince: 0,
    changes,
  },
})
const practice = ({ pieceId, partId }: Attacker) => addPracticeEntry(pieceId, partId, { at: Date.now() })
const get = (path: string, headers: Record<string, string> = {}): Call => ({ method: 'GET', path, headers })
const EXPORT = '/api/v1/account/export'
const LINKS = '/api/v1/sign-in-links'
/** Just below 256 kB, the most that a sync round may have. */
const NEAR_BODY_LIMIT = 2 ** 18 - 1000

const SAME_SCHOOL = 'a flood from the same school'
export const DELETION = 'deletion of an account with a long history'

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'slow bodies of a household': {
    sockets: 250,
    reads: false,
    text: (_, number) =>
      `POST /api/v1/sync HTTP/1.1\r\nX-Forwarded-For: 2001:db8:1:${number % 5}::1\r\nContent-Length: 90\r\nHost: a\r\n\r\n{`,
  },
  '48 requests of two accounts': { loops: 96, request: ({ cookie }) => get('/api/v1/session', { cookie }) },
  '48 wrong confirmations': {
    loops: 48,
    request: () => ({
      path: `${LINKS}/confirm`,
      body: { email: 'visitor@example.org', token: 'x'.repeat(44) },
    }),
  },
  'slow mail': {
    loops: 48,
    request: () => ({ path: LINKS, body: { email: `${randomUUID()}@example.org`, language: 'en' } }),
  },
  '300 rounds at once': { loops: 300, request: attacker => sync(attacker, [practice(attacker)]) },
  'rounds of 100 changes': {
    loops: 2,
    request: attacker =>
      sync(
        attacker,
        Array.from({ length: 100 }, () => practice(attacker)),
      ),
  },
  '40 times taking back': {
    loops: 40,
    request: attacker => {
      const entry = practice(attacker)
      return sync(attacker, [entry, retractPractice(entry.args.id, { at: Date.now() })])
    },
  },
  '6 exports at once': { loops: 6, request: ({ cookie }) => get(EXPORT, { cookie }) },
  events: {
    loops: 6,
    request: () => ({
      path: '/api/v1/events',
      body: { events: Array.from({ length: 50 }, () => ({ name: 'add_piece', at: Date.now() })) },
    }),
  },
  'wide and deep JSON': {
    loops: 8,
    request: (attacker, number) => ({
      ...sync(attacker, []),
      body:
        number % 4 < 2
          ? '['.repeat(NEAR_BODY_LIMIT / 2) + ']'.repeat(NEAR_BODY_LIMIT / 2)
          : `{${Array.from({ length: NEAR_BODY_LIMIT / 13 }, (_, key) => `"k${key}":1`).join()}}`,
    }),
  },
  'texts of 1 MB and of 256 kB': {
    loops: 8,
    request(attacker, number) {
      const piece = createPiece()
      const name = 'x'.repeat(number % 4 < 2 ? 2 ** 20 : NEAR_BODY_LIMIT)
      return sync(attacker, [{ ...piece, args: { ...piece.args, name } }])
    },
  },
  '2,000 live streams': {
    sockets: 2000,
    reads: true,
    text: ({ cookie }, _, from) =>
      `GET /api/v1/live HTTP/1.1\r\nX-Forwarded-For: ${from}\r\nCookie: ${cookie}\r\nHost: a\r\n\r\n`,
  },
  'slow readers': {
    sockets: 48,
    reads: false,
    text: ({ cookie }, _, from) =>
      `GET ${EXPORT} HTTP/1.1\r\nX-Forwarded-For: ${from}\r\nCookie: ${cookie}\r\nHost: a\r\n\r\n`.repeat(5),
  },
  'the description, 50 times a second': {
    loops: 50,
    pauseMilliseconds: 1000,
    request: () => get('/openapi.json', { 'accept-encoding': 'gzip' }),
  },
  'paths of 15 kB': {
    loops: 48,
    request: () => get(`/api/v1/${'x'.repeat(15_000)}`, { cookie: 'dacapo.session_token=a.b' }),
  },
  [SAME_SCHOOL]: { loops: 50, request: () => get('/api/v1/session') },
  [DELETION]: {
    loops: 1,
    pauseMilliseconds: 100,
    request: ({ cookie }) => ({ method: 'DELETE', path: '/api/v1/account', headers: { cookie } }),
  },
}

async function run({ attack: name, origin, baseUrl, attackers, ...data }: AttackWorkerData): Promise<void> {
  const attack = ATTACKS[name]
  const [first] = attackers
  if (attack === undefined || first === undefined) throw new Error('no attack or no attacker')
  const stopped = new AbortController()
  const stop = new Promise<'given up'>(resolve =>
    stopped.signal.addEventListener('abort', () => resolve('given up')),
  )
  parentPort?.once('message', () => stopped.abort())
  const answers = new Map<string, number>()
  const from = name === SAME_SCHOOL ? VISITOR_ADDRESS : data.from
  const send = createHttpSender(baseUrl, from)
  const attackerOf = (number: number) => attackers[number % attackers.length] ?? first

  async function loop(number: number, { request, pauseMilliseconds }: Extract<Attack, { loops: number }>) {
    while (!stopped.signal.aborted) {
      const { method, path, body = '', headers } = request(attackerOf(number), number)
      const bodyText = typeof body === 'string' ? body : JSON.stringify(body)
      const common = { origin, 'x-forwarded-for': from, 'content-type': 'application/json' }
      const answer = await Promise.race([send(path, bodyText, { ...common, ...headers }, method), stop])
      const status = answer === 'given up' ? answer : (answer?.status ?? 'none')
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (pauseMilliseconds !== undefined) await pause(pauseMilliseconds)
    }
  }

  function openAttackSocket(number: number, { text, reads }: Extract<Attack, { sockets: number }>) {
    const socket = openSocket(baseUrl, from)
    socket.write(text(attackerOf(number), number, from))
    socket.on('error', () => {})
    return reads ? socket.resume() : socket.pause()
  }

  const numbers = Array.from({ length: 'loops' in attack ? attack.loops : attack.sockets }, (_, n) => n)
  if ('loops' in attack) await Promise.all(numbers.map(number => loop(number, attack)))
  else {
    const sockets = numbers.map(number => openAttackSocket(number, attack))
    await stop
    for (const socket of sockets) socket.destroy()
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage([...answers].map(([status, times]) => `${times} × ${status}`).join(', '))
}

if (!isMainThread) await run(workerData)
