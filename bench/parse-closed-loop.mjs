import { closeConnections, postJson } from './post-json.mjs'

// A process of its own, so that sending does not slow what is measured:
// parse-closed-loop.mjs ORIGIN DEVICES SECONDS has each device call the cloud function `practice` of Parse Server, one call
// after the other. Prints what closed-loop.mjs prints.
const [origin = '', given = '[]', seconds = '0'] = process.argv.slice(2)
/** @typedef {{ session: string, pieceId: string, partId: string, since: number }} Device */
/** @typedef {{ updatedAt: string }} Row */
/** @type {Device[]} */
const devices = JSON.parse(given)
/** @type {number[]} */
const milliseconds = []

/** @param {Device} device */
async function sendRounds(device) {
  const headers = { 'x-parse-application-id': 'bench', 'x-parse-session-token': device.session }
  while (performance.now() - begun < Number(seconds) * 1000) {
    const { pieceId, partId, since } = device
    const started = performance.now()
    const answer = await postJson(`${origin}/parse/functions/practice`, headers, {
      pieceId,
      partId,
      tempo: 90,
      since,
    })
    milliseconds.push(performance.now() - started)
    /** @type {Row[][]} */
    const [parts = [], practice = []] = [answer.result.parts, answer.result.practice]
    if (parts.length === 0 || practice.length === 0) throw new Error(JSON.stringify(answer))
    device.since = Math.max(...[...parts, ...practice].map(({ updatedAt }) => Date.parse(updatedAt)))
  }
}

const begun = performance.now()
await Promise.all(devices.map(sendRounds))
const took = (performance.now() - begun) / 1000
console.log(JSON.stringify({ took, milliseconds, devices }))
closeConnections()
