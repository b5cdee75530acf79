import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerProcess } from '../../e2e/running-server.ts'
import { aLife, signInAtProviders, signInByMail, useEverything } from './log-of-a-life-steps.ts'
import { startMailServer } from '#tests/mail/mail-server.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import type { PostgresServer } from '#tests/database/postgres.ts'

/*
 * A whole life at a server in a process of its own, which logs as much as it can; then everything that this process
 * wrote anywhere is searched for what was said in confidence. With a real mail server, so that no mail is printed.
 */

const RECORDER = pathToFileURL(resolve(import.meta.dirname, 'log-of-a-life-tokens.ts')).href
/**
 * Without these tables everything that reads or writes one of them fails, with the values it was to write. The first
 * ones are needed for signing in.
 */
const FOR_SIGNING_IN = ['verification', 'session', 'sign_in_code', 'rate_limit']
const FOR_THE_REST = ['feedback', 'event', 'piece']

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

test(`[HT15][ID18] of a whole life nothing confidential is in the log, and no token of a provider anywhere`, async () => {
  const { lived, written, tokens, tables } = await aWholeLife(await postgres.createDatabase())
  // The life was lived: what was to go well went well, and what was to fail has been written about.
  expect(written).toContain('"path":"/api/v1/sync"')
  const missing = [...written.matchAll(/relation \\?"(\w+)\\?" does not exist/g)].map(([, table]) => table)
  expect(new Set(missing)).toEqual(new Set([...FOR_SIGNING_IN, ...FOR_THE_REST]))
  expect(written).toContain('"status":502')
  expect(lived.secrets.size).toBeGreaterThan(40)
  expect(tokens.length).toBeGreaterThanOrEqual(4)

  expect(findLeakedSecrets(written, lived.secrets)).toEqual([])
  expect(findLeakedSecrets(written, new Map(tokens.map(token => [token, 'token of a provider'])))).toEqual([])
  expect(written).not.toMatch(
    /sk_(test|live)_|whsec_|v1=[\da-f]{16}|eyJ[\w-]{10,}\.|@example\.org|%40example/,
  )

  // The rows are there to be searched: of everybody who came, and of the three accounts at providers.
  expect(tables).toContain(lived.mine.social)
  expect(tables.match(/^account .*(google|facebook|twitter)/gm)).toHaveLength(3)
  expect(findLeakedSecrets(tables, new Map(tokens.map(token => [token, 'token of a provider'])))).toEqual([])
  const codes = [...lived.secrets].filter(([, what]) => what === 'code of a provider')
  expect(codes.length).toBeGreaterThanOrEqual(3)
  expect(findLeakedSecrets(tables, new Map(codes))).toEqual([])
})

async function aWholeLife(DATABASE_URL: string) {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-life-'))
  const mail = await startMailServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, answer) {
      answer(address.startsWith('refused') ? new Error(`no such user: ${address}`) : undefined)
    },
  })
  const TOKENS_FILE = join(folder, 'tokens')
  const server = await startServerProcess({
    dataDir: join(folder, 'data'),
    env: {
      DATABASE_URL,
      TOKENS_FILE,
      NODE_OPTIONS: `--import=${RECORDER}`,
      SMTP_URL: `${mail.url}?insecure`,
      OPERATOR_EMAIL: 'refused.operator@example.org',
      LOG_LEVEL: 'trace',
      TRUST_PROXY: '1',
    },
  })
  const database = new pg.Client({ connectionString: DATABASE_URL })
  await database.connect()
  try {
    const lived = aLife(server.origin, mail.received)
    const browser = await signInByMail(lived)
    await signInAtProviders(lived)
    await useEverything(lived, browser)
    const tables = await everyRowOf(database)
    for (const table of FOR_SIGNING_IN) {
      await database.query(`alter table "${table}" rename to away`)
      await signInByMail(lived).catch(() => undefined)
      await signInAtProviders(lived).catch(() => undefined)
      await database.query(`alter table away rename to "${table}"`)
    }
    for (const table of FOR_THE_REST) await database.query(`alter table "${table}" rename to "${table}_away"`)
    await useEverything(lived, browser)
    await browser.post('/api/v1/sign-out')
    await server.stop()
    const tokens = readFileSync(TOKENS_FILE, 'utf8').trim().split('\n')
    return { lived, written: server.output(), tokens, tables }
  } finally {
    await database.end()
    await server.stop()
    await mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the secrets that occur in a text, each with its line. */
function findLeakedSecrets(text: string, secrets: ReadonlyMap<string, string>): string[] {
  return [...secrets].flatMap(([secret, what]) => {
    const literal = secret.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const line = new RegExp(`^.*(?<!\\w)${literal}(?!\\w).*$`, 'm').exec(text)?.[0]
    return line === undefined ? [] : [`${what}: ${line.slice(0, 400)}`]
  })
}

/** Every row of every table as text, one per line. */
async function everyRowOf(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  )
  const lines: string[] = []
  for (const { name } of rows) {
    const found = await database.query<{ row: string }>(`select whole::text as row from ${name} whole`)
    lines.push(...found.rows.map(({ row }) => `${name.replaceAll('"', '')} ${row}`))
  }
  return lines.join('\n')
}
