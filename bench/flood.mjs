import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { createHttpSender } from './http-sender.mjs'

// Runs in a separate process, so that sending does not slow down what is measured. flood.mjs RATE SECONDS USUAL_RATE reads
// servers and musicians from standard input. It sends RATE sync rounds a second, each with one saved tempo, to the servers in
// turn, whether or not earlier ones were answered (an open loop). Times count from when a round was due, so that a server
// that stalls does not get fewer requests (no coordinated omission). Before that it sends USUAL_RATE for a second, of which
// only the acknowledged changes count. Afterwards it sends one round after the other until one is answered within a second.
// Prints the results as JSON. `roundMilliseconds` leaves out rounds that were refused.
const [rate = '0', seconds = '0', usualRate = '0'] = process.argv.slice(2)
/** @type {{ origins: string[], musicians: { cookie: string, body: string, ids: string[], address: string }[] }} */
const { origins, musicians } = JSON.parse(await text(process.stdin))
const senders = origins.map(origin => createHttpSender(origin))
/** @type {Record<string, number>} */
const statuses = {}
/** @type {number[]} */
const roundMilliseconds = []
/** @type {number[]} */
const refusalMilliseconds = []
/** Rounds whose change the server has applied. */
let acknowledged = 0
const RECOVERED_MILLISECONDS = 1000
// An overload usually hits a server that is already working.
const WARM_UP_SECONDS = 1

/**
 * @param {number} number
 * @returns {Promise<string>}
 */
async function roundStatus(number) {
  const musician = musicians[number % musicians.length]
  const send = senders[number % senders.length]
  if (musician === undefined || send === undefined) throw new Error('nobody is signed in')
  const { cookie, ids, address } = musician
  const body = ids.reduce((text, id) => text.replace(id, randomUUID()), musician.body)
  const answer = await send('/api/v1/sync', body, {
    // All servers are configured with the first origin.
    origin: origins[0] ?? '',
    cookie,
    'x-forwarded-for': address,
    'content-type': 'application/json',
  })
  if (answer === null) return 'none'
  if (answer.body.includes('"status":"applied"')) acknowledged += 1
  return answer.status
}

/**
 * @param {number} number
 * @param {number} due
 */
async function sendRound(number, due) {
  const status = await roundStatus(number)
  statuses[status] = (statuses[status] ?? 0) + 1
  const times = status === '429' || status === '503' ? refusalMilliseconds : roundMilliseconds
  times.push(performance.now() - due)
}

/** @type {Promise<unknown>[]} */
const pending = []

/**
 * @param {number} perSecond
 * @param {number} seconds
 * @param {(number: number, due: number) => Promise<unknown>} send
 */
async function sendFor(perSecond, seconds, send) {
  const startedAt = performance.now()
  let sent = 0
  while (performance.now() - startedAt < seconds * 1000) {
    const elapsed = (performance.now() - startedAt) / 1000
    for (; sent < elapsed * perSecond; sent += 1)
      pending.push(send(sent, startedAt + (sent / perSecond) * 1000))
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

await sendFor(Number(usualRate), WARM_UP_SECONDS, roundStatus)
const floodStart = performance.now()
const workerData = { origin: origins[0], seconds: Number(seconds) }
const health = once(new Worker(new URL('ask-health.ts', import.meta.url), { workerData }), 'message')
await sendFor(Number(rate), Number(seconds), sendRound)
const floodEnd = performance.now()
const recovery = untilRecovered()
await Promise.all(pending)
const took = (performance.now() - floodStart) / 1000
const recoveredAfter = await recovery
const [healthMilliseconds] = await health
const times = { roundMilliseconds, refusalMilliseconds, healthMilliseconds }
const figures = { took, statuses, ...times, recoveredAfter, acknowledged }
// Open connections would keep this process alive.
process.stdout.write(JSON.stringify(figures), () => process.exit())

/**
 * Resolves to the milliseconds from the end of the flood until a round is answered within a second, or null after a minute.
 * @returns {Promise<number | null>}
 */
async function untilRecovered() {
  while (performance.now() - floodEnd < 60_000) {
    const sentAt = performance.now()
    const status = await roundStatus(0)
    const now = performance.now()
    if (status === '200' && now - sentAt < RECOVERED_MILLISECONDS) return now - floodEnd
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return null
}
