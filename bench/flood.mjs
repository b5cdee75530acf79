import { Agent, request } from 'node:http'

// A process of its own, so that sending does not slow what is measured:
// flood.mjs TARGETS SESSIONS RATE SECONDS sends RATE rounds of sync a second to the addresses by turns, whether or not the
// ones before were answered (an open loop). The time of a round counts from the moment at which it was due, so that a server
// that stands still is not asked less (no coordinated omission). Prints what came back as JSON.
const [targets = '[]', sessions = '[]', rate = '0', seconds = '0'] = process.argv.slice(2)
/** @type {string[]} */
const origins = JSON.parse(targets)
/** @type {{ cookie: string, body: string }[]} */
const musicians = JSON.parse(sessions)
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
/** @type {Record<string, number>} */
const statuses = {}
/** @type {number[]} */
const roundMilliseconds = []
/** @type {number[]} */
const healthMilliseconds = []
const TIMEOUT_MILLISECONDS = 30_000

/**
 * Resolves to the status of the answer, or 'none'.
 * @param {string} url
 * @param {import('node:http').RequestOptions} options
 * @param {string} [body]
 * @returns {Promise<string>}
 */
function statusOf(url, options, body) {
  return new Promise(resolve => {
    const sent = request(url, { timeout: TIMEOUT_MILLISECONDS, ...options }, answer => {
      answer.resume().on('end', () => resolve(String(answer.statusCode)))
    })
    sent.on('error', () => resolve('none')).on('timeout', () => sent.destroy())
    sent.end(body)
  })
}

/**
 * @param {number} number
 * @param {number} due
 */
async function sendRound(number, due) {
  const musician = musicians[number % musicians.length]
  if (musician === undefined) throw new Error('nobody is signed in')
  const { cookie, body } = musician
  const headers = {
    // Every server knows the same origin.
    origin: origins[0] ?? '',
    cookie,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const url = `${origins[number % origins.length]}/api/v1/sync`
  const status = await statusOf(url, { method: 'POST', headers, agent }, body)
  statuses[status] = (statuses[status] ?? 0) + 1
  roundMilliseconds.push(performance.now() - due)
}

/** @param {number} due */
async function askHealth(due) {
  await statusOf(`${origins[0]}/healthz`, { agent: false })
  healthMilliseconds.push(performance.now() - due)
}

/** @type {Promise<void>[]} */
const pending = []
const begun = performance.now()
let sent = 0
let asked = 0
while (performance.now() - begun < Number(seconds) * 1000) {
  const elapsed = (performance.now() - begun) / 1000
  for (; sent < elapsed * Number(rate); sent += 1)
    pending.push(sendRound(sent, begun + (sent / Number(rate)) * 1000))
  for (; asked < elapsed * 10; asked += 1) pending.push(askHealth(begun + asked * 100))
  await new Promise(resolve => setTimeout(resolve, 2))
}
await Promise.all(pending)
const took = (performance.now() - begun) / 1000
console.log(JSON.stringify({ took, statuses, roundMilliseconds, healthMilliseconds }))
agent.destroy()
