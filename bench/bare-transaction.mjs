import { randomUUID } from 'node:crypto'
import pg from 'pg'

// A process of its own, as a server is: bare-transaction.mjs DATABASE_URL WRITERS WHAT SECONDS does by hand what a round
// of one user does for whoever had only this one change to think of ('push'), or the reads alone ('pull'): without HTTP,
// session, rules and limits. Prints what
// closed-loop.mjs prints.
const [connectionString = '', given = '[]', what = 'push', seconds = '0'] = process.argv.slice(2)
/** @typedef {{ user: string, pieceId: string, partId: string, since: number }} Writer */
/** @type {Writer[]} */
const writers = JSON.parse(given)
// As many connections as the server has.
const pool = new pg.Pool({ connectionString, max: 10 })
/** @type {number[]} */
const milliseconds = []

/**
 * @param {pg.PoolClient} client
 * @param {string} user
 */
const readPlan = (client, user) =>
  client.query(`select 1 from subscription where user_id = $1 and status in ('active', 'trialing')`, [user])

/**
 * @param {pg.PoolClient} client
 * @param {Writer} writer
 */
async function readHead(client, { user }) {
  await readPlan(client, user)
  const head = await client.query(
    'select revision, minimum_revision, epoch from user_revision, library_epoch where user_id = $1',
    [user],
  )
  return Number(head.rows[0].revision)
}

/**
 * @param {pg.PoolClient} client
 * @param {Writer} writer
 */
async function write(client, { user, pieceId, partId }) {
  const now = Date.now()
  const bumped = await client.query(
    `insert into user_revision (user_id, revision) values ($1, 1)
     on conflict (user_id) do update set revision = user_revision.revision + 1 returning revision::int`,
    [user],
  )
  const revision = bumped.rows[0].revision
  await readPlan(client, user)
  await client.query('insert into sync_change values ($1, $2, $3, $4) on conflict do nothing', [
    user,
    randomUUID(),
    revision,
    now,
  ])
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

/** @param {Writer} writer */
async function round(writer) {
  const started = performance.now()
  const client = await pool.connect()
  await client.query(what === 'push' ? 'begin' : 'begin isolation level repeatable read read only')
  const revision = what === 'push' ? await write(client, writer) : await readHead(client, writer)
  for (const table of ['piece', 'part', 'practice'])
    await client.query(`select * from ${table} where user_id = $1 and revision > $2`, [
      writer.user,
      writer.since,
    ])
  await client.query('commit')
  client.release()
  writer.since = revision
  milliseconds.push(performance.now() - started)
}

const begun = performance.now()
await Promise.all(
  writers.map(async writer => {
    while (performance.now() - begun < Number(seconds) * 1000) await round(writer)
  }),
)
console.log(JSON.stringify({ took: (performance.now() - begun) / 1000, milliseconds, devices: writers }))
await pool.end()
