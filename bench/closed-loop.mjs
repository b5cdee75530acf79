import { randomUUID } from 'node:crypto'
import { closeConnections, postJson } from './post-json.mjs'

// A process of its own, so that sending does not slow what is measured:
// closed-loop.mjs ORIGINS DEVICES WHAT SECONDS has each device send one round of sync after the other, a saved tempo
// ('push') or nothing ('pull'), each to one of the servers, which commas separate. Prints the rounds, how long all took, the milliseconds of each, and the state of each
// device at the end, as JSON.
const [targets = '', given = '[]', what = 'push', seconds = '0'] = process.argv.slice(2)
/** @typedef {{ cookie: string, pieceId: string, partId: string, epoch: string | null, since: number }} Device */
/** @type {Device[]} */
const devices = JSON.parse(given)
const origins = targets.split(',')
/** @type {number[]} */
const milliseconds = []

/**
 * Returns an address of its own for each device, as a proxy would name it, because the server limits the concurrent
 * requests of one address.
 * @param {Device} device
 */
const addressOf = device => `10.0.0.${devices.indexOf(device) + 1}`

/** @param {Device} device */
function changesOf({ pieceId, partId }) {
  if (what === 'pull') return []
  const args = { id: randomUUID(), pieceId, partId, tempo: 90 }
  return [{ id: randomUUID(), kind: 'practice.add', at: Date.now(), args }]
}

/** @param {Device} device */
async function sendRounds(device) {
  const place = devices.indexOf(device) % origins.length
  // Every server knows the first origin as its own.
  const headers = { origin: origins[0] ?? '', cookie: device.cookie, 'x-forwarded-for': addressOf(device) }
  while (performance.now() - begun < Number(seconds) * 1000) {
    const { epoch, since } = device
    const round = {
      clientId: 'bench',
      schema: 1,
      epoch,
      clientNow: Date.now(),
      since,
      entriesSince: since,
      changes: changesOf(device),
    }
    const started = performance.now()
    const answer = await postJson(`${origins[place]}/api/v1/sync`, headers, round)
    milliseconds.push(performance.now() - started)
    if (answer.results.some((/** @type {{ status: string }} */ { status }) => status !== 'applied'))
      throw new Error(JSON.stringify(answer.results))
    device.since = answer.revision
    device.epoch = answer.epoch
  }
}

const begun = performance.now()
await Promise.all(devices.map(sendRounds))
const took = (performance.now() - begun) / 1000
console.log(JSON.stringify({ took, milliseconds, devices }))
closeConnections()
