import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import pg from 'pg'

// Runs in a separate process, so that sending does not slow down what is measured: closed-loop.mjs SIDE TARGET KIND SECONDS
// DEVICES lets each device do one round after the other, with a saved tempo ('push') or nothing new ('pull'). SIDE is
// 'Dacapo' (TARGET is an origin), 'Parse Server' (an origin, push only) or 'by hand' (a database): the SQL statements of
// this one change, without HTTP, session, rules and limits.
// Prints the total seconds, the milliseconds of each round, and the final devices as JSON.
const [side = '', target = '', kind = 'push', seconds = '0', devicesJson = '[]'] = process.argv.slice(2)
/** @typedef {import('./closed-loop.ts').LoopDevice} Device */
/** @type {Device[]} */
const devices = JSON.parse(devicesJson)
/** @type {number[]} */
const milliseconds = []
// Connections are reused, as a proxy in front of a server does.
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
// As many connections as the server has.
const pool = new pg.Pool({ connectionString: target, max: 10 })

/**
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {object} json
 * @returns {Promise<any>}
 */
function postJson(path, headers, json) {
  const body = JSON.stringify(json)
  const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const outgoing = request(`${target}${path}`, { method: 'POST', headers: all, agent }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', chunk => (text += chunk))
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(JSON.parse(text))
          : reject(new Error(`${answer.statusCode}: ${text}`)),
      )
    })
    outgoing.on('error', reject).end(body)
  })
}

/** @param {Device} device */
async function syncRound(device) {
  const { session: cookie, pieceId, partId, epoch, since } = device
  const args = { id: randomUUID(), pieceId, partId, tempo: 90 }
  const practice = { id: randomUUID(), kind: 'practice.add', at: Date.now(), args }
  const changes = kind === 'push' ? [practice] : []
  // Each device has a different address, because the server limits requests per address.
  const headers = { origin: target, cookie, 'x-forwarded-for': `10.0.0.${devices.indexOf(device) + 1}` }
  const body = { clientId: 'bench', schema: 1, epoch, clientNow: Date.now(), since, entriesSince: since }
  const answer = await postJson('/api/v1/sync', headers, { ...body, changes })
  if (answer.results.some((/** @type {{ status: string }} */ { status }) => status !== 'applied'))
    throw new Error(JSON.stringify(answer.results))
  device.since = answer.revision
  device.epoch = answer.epoch
}

/** @param {Device} device */
async function parseServerRound(device) {
  const headers = { 'x-parse-application-id': 'bench', 'x-parse-session-token': device.session }
  const { pieceId, partId, since } = device
  const call = { pieceId, partId, tempo: 90, since }
  const answer = await postJson('/parse/functions/practice', headers, call)
  /** @type {{ updatedAt: string }[][]} */
  const [parts = [], practice = []] = [answer.result.parts, answer.result.practice]
  if (parts.length === 0 || practice.length === 0) throw new Error(JSON.stringify(answer))
  device.since = Math.max(...[...parts, ...practice].map(({ updatedAt }) => Date.parse(updatedAt)))
}

/** @param {Device} device */
async function handWrittenRound(device) {
  const { user, since } = device
  const client = await pool.connect()
  await client.query(kind === 'push' ? 'begin' : 'begin isolation level repeatable read read only')
  const revision = kind === 'push' ? await writePractice(client, device) : await readRevision(client, user)
  for (const table of ['piece', 'part', 'practice'])
    await client.query(`select * from ${table} where user_id = $1 and revision > $2`, [user, since])
  await client.query('commit')
  client.release()
  device.since = revision
}

/**
 * @param {pg.PoolClient} client
 * @param {string} user
 */
const readPlan = (client, user) =>
  client.query(`select 1 from subscription where user_id = $1 and status in ('active', 'trialing')`, [user])

/**
 * @param {pg.PoolClient} client
 * @param {string} user
 */
async function readRevision(client, user) {
  await readPlan(client, user)
  const head = await client.query(
    'select revision, minimum_revision, epoch from user_revision, library_epoch where user_id = $1',
    [user],
  )
  return Number(head.rows[0].revision)
}

/**
 * @param {pg.PoolClient} client
 * @param {Device} device
 */
async function writePractice(client, { user, pieceId, partId }) {
  const now = Date.now()
  const incremented = await client.query(
    `insert into user_revision (user_id, revision) values ($1, 1)
     on conflict (user_id) do update set revision = user_revision.revision + 1 returning revision::int`,
    [user],
  )
  const revision = incremented.rows[0].revision
  await readPlan(client, user)
  const change = [user, randomUUID(), revision, now]
  await client.query('insert into sync_change values ($1, $2, $3, $4) on conflict do nothing', change)
  await client.query(
    `update part set last_practiced = greatest(last_practiced, $3), revision = $4,
     current_tempo = case when $3 >= coalesce((stamps->>'currentTempo')::bigint, created_at) then $5 else current_tempo end,
     stamps = jsonb_set(stamps, '{currentTempo}', to_jsonb(greatest(coalesce((stamps->>'currentTempo')::bigint, created_at), $3)))
     where user_id = $1 and id = $2`,
    [user, partId, now, revision, 90],
  )
  await client.query(
    'insert into practice (user_id, id, piece_id, part_id, tempo, at, revision) values ($1, $2, $3, $4, $5, $6, $7)',
    [user, randomUUID(), pieceId, partId, 90, now, revision],
  )
  return revision
}

const rounds = new Map([
  ['Dacapo', syncRound],
  ['Parse Server', parseServerRound],
  ['by hand', handWrittenRound],
])
const round = rounds.get(side)
if (round === undefined) throw new Error(`there is no side ${side}`)
const startedAt = performance.now()
await Promise.all(
  devices.map(async device => {
    while (performance.now() - startedAt < Number(seconds) * 1000) {
      const roundStart = performance.now()
      await round(device)
      milliseconds.push(performance.now() - roundStart)
    }
  }),
)
console.log(JSON.stringify({ took: (performance.now() - startedAt) / 1000, milliseconds, devices }))
agent.destroy()
await pool.end()
