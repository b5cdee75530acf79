import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { addPracticeEntry, createPiece, retractPractice } from '#tests/library/library-changes.ts'
import { createHttpSender, openSocket } from './http-sender.mjs'
import { VISITOR_ADDRESS } from './visitor.ts'

/** One who attacks: the session and a piece with a long history. */
type Attacker = { cookie: string; pieceId: PieceId; partId: PartId }
/** What the worker of an attack is given. */
export type AttackOrder = {
  attack: string
  origin: string
  /** Where it is sent to: the origin, or that of a proxy before it. */
  door: string
  attackers: readonly Attacker[]
  from: string
}

type Sent = { method?: string; path: string; body?: object | string; headers?: Record<string, string> }
type Attack =
  /** So many requests at a time, each sent again when it is answered. */
  | { loops: number; request: (attacker: Attacker, number: number) => Sent; pauseMilliseconds?: number }
  /** So many connections that send or read next to nothing. */
  | { sockets: number; lines: (attacker: Attacker, number: number, from: string) => string; reads: boolean }

const sync = ({ cookie }: Attacker, changes: readonly object[]): Sent => ({
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
const get = (path: string, headers: Record<string, string> = {}): Sent => ({ method: 'GET', path, headers })
const EXPORT = '/api/v1/account/export'
const LINKS = '/api/v1/sign-in-links'
/** Just as large as a round may be. */
const LARGEST = 2 ** 18 - 1000

const SAME_SCHOOL = 'a flood from the same school'
/** The attack that ends the first account. */
export const DELETION = 'deletion of an account with a long history'

/** The attacks on a server by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'slow bodies of a household': {
    sockets: 250,
    reads: false,
    lines: (_, number) =>
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
          ? '['.repeat(LARGEST / 2) + ']'.repeat(LARGEST / 2)
          : `{${Array.from({ length: LARGEST / 13 }, (_, key) => `"k${key}":1`).join()}}`,
    }),
  },
  'texts of 1 MB and of 256 kB': {
    loops: 8,
    request(attacker, number) {
      const piece = createPiece()
      const name = 'x'.repeat(number % 4 < 2 ? 2 ** 20 : LARGEST)
      return sync(attacker, [{ ...piece, args: { ...piece.args, name } }])
    },
  },
  '2,000 live streams': {
    sockets: 2000,
    reads: true,
    lines: ({ cookie }, _, from) =>
      `GET /api/v1/live HTTP/1.1\r\nX-Forwarded-For: ${from}\r\nCookie: ${cookie}\r\nHost: a\r\n\r\n`,
  },
  'slow readers': {
    sockets: 48,
    reads: false,
    lines: ({ cookie }, _, from) =>
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

/** Attacks until the main thread says stop, and then tells how often which answer came. */
async function run({ attack: name, origin, door, attackers, from: own }: AttackOrder): Promise<void> {
  const attack = ATTACKS[name]
  const [first] = attackers
  if (attack === undefined || first === undefined) throw new Error('nobody attacks')
  const stopped = new AbortController()
  const stop = new Promise<'given up'>(resolve =>
    stopped.signal.addEventListener('abort', () => resolve('given up')),
  )
  parentPort?.once('message', () => stopped.abort())
  const answers = new Map<string, number>()
  const from = name === SAME_SCHOOL ? VISITOR_ADDRESS : own
  const send = createHttpSender(door, from)
  const attackerOf = (number: number) => attackers[number % attackers.length] ?? first

  async function loop(number: number, { request, pauseMilliseconds }: Extract<Attack, { loops: number }>) {
    while (!stopped.signal.aborted) {
      const { method, path, body = '', headers } = request(attackerOf(number), number)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const common = { origin, 'x-forwarded-for': from, 'content-type': 'application/json' }
      const answer = await Promise.race([send(path, text, { ...common, ...headers }, method), stop])
      const status = answer === 'given up' ? answer : (answer?.status ?? 'none')
      answers.set(status, (answers.get(status) ?? 0) + 1)
      if (pauseMilliseconds !== undefined) await pause(pauseMilliseconds)
    }
  }

  function open(number: number, { lines, reads }: Extract<Attack, { sockets: number }>) {
    const socket = openSocket(door, from)
    socket.write(lines(attackerOf(number), number, from))
    socket.on('error', () => {})
    return reads ? socket.resume() : socket.pause()
  }

  const numbers = Array.from({ length: 'loops' in attack ? attack.loops : attack.sockets }, (_, n) => n)
  if ('loops' in attack) await Promise.all(numbers.map(number => loop(number, attack)))
  else {
    const sockets = numbers.map(number => open(number, attack))
    await stop
    for (const socket of sockets) socket.destroy()
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage([...answers].map(([status, times]) => `${times} × ${status}`).join(', '))
}

if (!isMainThread) await run(workerData)
