import { connect } from 'node:net'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { addPracticeEntry, createPiece, retractPractice } from '#tests/library/library-changes.ts'
import { createHttpSender } from './http-sender.mjs'
import { VISITOR_ADDRESS } from './visitor.ts'

/** The attacks on a server, each repeated as fast as it is answered. Runs as a worker, which reports what was answered. */
export const ATTACKS = [
  'slow bodies of a household',
  '48 requests of two accounts',
  '48 wrong confirmations',
  '300 rounds at once',
  'rounds of 100 changes',
  '40 times taking back',
  '6 exports at once',
  'events',
  'wide and deep JSON',
  'texts of 1 MB',
  '2,000 live streams',
  'slow readers',
  'the description, 50 times a second',
  'paths of 15 kB',
  'a flood from the same school',
] as const
/** The name of an attack. */
export type Attack = (typeof ATTACKS)[number]

/** One who attacks: the session and a piece with a long history. */
export type Attacker = { cookie: string; pieceId: PieceId; partId: PartId }
type Target = { attack: Attack; origin: string; attackers: readonly Attacker[]; from: string }

const AT_ONCE: Partial<Record<Attack, number>> = {
  '48 requests of two accounts': 96,
  '48 wrong confirmations': 48,
  '300 rounds at once': 300,
  '40 times taking back': 40,
  '6 exports at once': 6,
  events: 6,
  'wide and deep JSON': 8,
  'texts of 1 MB': 8,
  'the description, 50 times a second': 50,
  'paths of 15 kB': 48,
  'a flood from the same school': 50,
}
const MEGABYTE = 2 ** 20 - 2000

async function run({ attack, origin, attackers, from }: Target): Promise<void> {
  const stopped = new AbortController()
  parentPort?.once('message', () => stopped.abort())
  const answers = new Map<string, number>()
  const count = (status: string) => answers.set(status, (answers.get(status) ?? 0) + 1)
  const [first] = attackers
  if (first === undefined) throw new Error('nobody attacks')

  const sockets = openSockets()
  const send = createHttpSender(origin)
  const loop = async (number: number) => {
    while (!stopped.signal.aborted) {
      const { method = 'POST', path, body = '', headers } = requestOf(attack, attackers, number)
      const common = { origin, 'x-forwarded-for': from, 'content-type': 'application/json' }
      const answer = await Promise.race([
        send(path, body, { ...common, ...headers }, method),
        new Promise<'given up'>(resolve =>
          stopped.signal.addEventListener('abort', () => resolve('given up')),
        ),
      ])
      count(answer === 'given up' ? answer : (answer?.status ?? 'none'))
      if (attack === 'the description, 50 times a second')
        await new Promise(resolve => setTimeout(resolve, 1000))
    }
  }
  await Promise.all([
    ...Array.from({ length: AT_ONCE[attack] ?? 1 }, (_, number) => loop(number)),
    new Promise<void>(resolve => stopped.signal.addEventListener('abort', () => resolve())),
  ])
  for (const socket of sockets) socket.destroy()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage([...answers].map(([status, times]) => `${times} × ${status}`).join(', '))

  /** Connections that send or read next to nothing. */
  function openSockets() {
    const session = `Cookie: ${first?.cookie}\r\n`
    const [quantity, lines] = ((): [number, (number: number) => string] => {
      switch (attack) {
        case 'slow bodies of a household':
          return [
            250,
            number =>
              `POST /api/v1/sync HTTP/1.1\r\nX-Forwarded-For: 2001:db8:1:${number % 5}::1\r\nContent-Length: 90\r\nHost: a\r\n\r\n{`,
          ]
        case '2,000 live streams':
          return [
            2000,
            () => `GET /api/v1/live HTTP/1.1\r\nX-Forwarded-For: ${from}\r\n${session}Host: a\r\n\r\n`,
          ]
        case 'slow readers':
          return [
            48,
            () =>
              `GET /api/v1/account/export HTTP/1.1\r\nX-Forwarded-For: ${from}\r\n${session}Host: a\r\n\r\n`.repeat(
                5,
              ),
          ]
        default:
          return [0, () => '']
      }
    })()
    const { hostname, port } = new URL(origin)
    return Array.from({ length: quantity }, (_, number) => {
      const socket = connect(Number(port), hostname, () => socket.write(lines(number)))
      socket.on('error', () => {})
      if (attack === '2,000 live streams') socket.resume()
      if (attack === 'slow readers') socket.pause()
      return socket
    })
  }
}

type Sent = { method?: string; path: string; body?: string; headers: Record<string, string> }

function requestOf(attack: Attack, attackers: readonly Attacker[], number: number): Sent {
  const { cookie, pieceId, partId } = attackers[number % attackers.length] ?? { cookie: '' }
  if (pieceId === undefined || partId === undefined) throw new Error('nobody attacks')
  const sync = (changes: readonly object[]): Sent => ({
    path: '/api/v1/sync',
    headers: { cookie },
    body: JSON.stringify({
      clientId: 'attacker',
      schema: 1,
      epoch: null,
      clientNow: Date.now(),
      since: 0,
      entriesSince: 0,
      changes,
    }),
  })
  const practice = () => addPracticeEntry(pieceId, partId, { at: Date.now() })
  switch (attack) {
    case '48 requests of two accounts':
      return { method: 'GET', path: '/api/v1/session', headers: { cookie } }
    case '48 wrong confirmations':
      return {
        path: '/api/v1/sign-in-links/confirm',
        headers: {},
        body: JSON.stringify({ email: 'visitor@example.org', token: 'x'.repeat(44) }),
      }
    case '300 rounds at once':
      return sync([practice()])
    case 'rounds of 100 changes':
      return sync(Array.from({ length: 100 }, practice))
    case '40 times taking back': {
      const entry = practice()
      return sync([entry, retractPractice(entry.args.id, { at: Date.now() })])
    }
    case '6 exports at once':
      return { method: 'GET', path: '/api/v1/account/export', headers: { cookie } }
    case 'events': {
      const events = Array.from({ length: 50 }, () => ({ name: 'add_piece', at: Date.now() }))
      return { path: '/api/v1/events', headers: {}, body: JSON.stringify({ events }) }
    }
    case 'wide and deep JSON':
      return {
        path: '/api/v1/sync',
        headers: { cookie },
        body:
          number % 2 === 0
            ? '['.repeat(MEGABYTE / 2) + ']'.repeat(MEGABYTE / 2)
            : `{${Array.from({ length: 80_000 }, (_, key) => `"k${key}":1`).join()}}`,
      }
    case 'texts of 1 MB': {
      const piece = createPiece()
      return sync([{ ...piece, args: { ...piece.args, name: 'x'.repeat(MEGABYTE - 1000) } }])
    }
    case 'paths of 15 kB':
      return {
        method: 'GET',
        path: `/api/v1/${'x'.repeat(15_000)}`,
        headers: { cookie: 'dacapo.session_token=a.b' },
      }
    case 'a flood from the same school':
      return { method: 'GET', path: '/api/v1/session', headers: { 'x-forwarded-for': VISITOR_ADDRESS } }
    default:
      return { method: 'GET', path: '/openapi.json', headers: { 'accept-encoding': 'br' } }
  }
}

if (!isMainThread) await run(workerData)
