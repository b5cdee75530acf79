import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { createHttpSender } from './http-sender.mjs'

// A process of its own, so that sending does not slow what is measured:
// flood.mjs RATE SECONDS USUAL_RATE reads servers and musicians from standard input and sends RATE rounds of sync a second, each with one saved tempo, to the
// servers by turns, whether or not the ones before were answered (an open loop). The time of a round counts from the moment at which it was due, so that a server
// that stands still is not asked less (no coordinated omission). Before that it sends USUAL_RATE for a second, of which only what was
// acknowledged counts. Afterwards it asks for one round after the other until one is
// answered within a second. Prints what came back as JSON; the times of rounds are those that were not refused.
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
/** Changes of which the server said that they are applied. */
let acknowledged = 0
const RECOVERED_MILLISECONDS = 1000
/** A server is overwhelmed while it works, not out of sleep: so long it is sent what it keeps up with. */
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
    // Every server knows the same origin.
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
 * Sends rounds at a rate, whether or not the ones before were answered.
 * @param {number} perSecond
 * @param {number} seconds
 * @param {(number: number, due: number) => Promise<unknown>} send
 */
async function sendFor(perSecond, seconds, send) {
  const begun = performance.now()
  let sent = 0
  while (performance.now() - begun < seconds * 1000) {
    const elapsed = (performance.now() - begun) / 1000
    for (; sent < elapsed * perSecond; sent += 1) pending.push(send(sent, begun + (sent / perSecond) * 1000))
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

await sendFor(Number(usualRate), WARM_UP_SECONDS, roundStatus)
const begun = performance.now()
const workerData = { origin: origins[0], seconds: Number(seconds) }
const health = once(new Worker(new URL('ask-health.ts', import.meta.url), { workerData }), 'message')
await sendFor(Number(rate), Number(seconds), sendRound)
const ended = performance.now()
const recovery = untilRecovered()
await Promise.all(pending)
const took = (performance.now() - begun) / 1000
const recoveredAfter = await recovery
const [healthMilliseconds] = await health
const times = { roundMilliseconds, refusalMilliseconds, healthMilliseconds }
const figures = { took, statuses, ...times, recoveredAfter, acknowledged }
// The connections that stay open would keep this process alive.
process.stdout.write(JSON.stringify(figures), () => process.exit())

/**
 * Resolves to the milliseconds after the flood at which a round was answered within a second, or null after a minute.
 * @returns {Promise<number | null>}
 */
async function untilRecovered() {
  while (performance.now() - ended < 60_000) {
    const asked = performance.now()
    const status = await roundStatus(0)
    const now = performance.now()
    if (status === '200' && now - asked < RECOVERED_MILLISECONDS) return now - ended
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return null
}
