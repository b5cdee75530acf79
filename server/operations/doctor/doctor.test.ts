import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readConfiguration } from '#server/settings/configuration.ts'
import { SIGNING_SECRET } from '#tests/billing/billing-shop.ts'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { startMailServer } from '#tests/mail/mail-server.ts'
import { STAND_IN_PRICE_IDS } from '#stand-ins/stripe/objects.ts'
import { startStripeStandIn } from '#stand-ins/stripe/stripe-stand-in.ts'
import { checkClock } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkFiles } from './check-files.ts'
import { checkMail } from './check-mail.ts'
import { checkStripe } from './check-stripe.ts'
import type { DoctorFinding } from './finding.ts'
import {
  createFaultFinding,
  createGoodFinding,
  createNoteFinding,
  formatFindings,
  redactSecrets,
} from './finding.ts'
import { findSecrets } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'dacapo-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const kinds = (findings: readonly DoctorFinding[]) => findings.map(({ kind }) => kind)
const faults = (findings: readonly DoctorFinding[]) =>
  findings.flatMap(finding => (finding.kind === 'fault' ? [finding] : []))

function configuration(environment: Record<string, string>) {
  const read = readConfiguration({ SECRET: 'a secret for tests, long enough for all', ...environment })
  if (read.kind === 'faulty') throw new Error(read.message)
  return read.configuration
}

test('[DR1] a report has a line for every finding, says what to do about a fault, and counts them', () => {
  expect(
    formatFindings([createGoodFinding('Clock', 'is right'), createNoteFinding('Stripe', 'not set up')]),
  ).toBe('ok     Clock: is right\nnote   Stripe: not set up\nNo faults.')
  expect(formatFindings([createFaultFinding('Mail', 'is away', 'Start it.')])).toBe(
    'FAULT  Mail: is away\n       What to do: Start it.\n1 fault.',
  )
})

test('[DR2] no secret of the settings is printed, also where it is a part of an address', () => {
  const secrets = findSecrets({
    SECRET: 'signs-everything',
    STRIPE_SECRET_KEY: 'sk_live_1234567',
    SMTP_URL: 'smtps://kai:pass%40word@mail.example.org',
    DATABASE_URL: 'postgres://kai@db.example.org/a?password=hidden-one',
    ORIGIN: 'https://practice.example.org',
  })
  const text = 'signs-everything sk_live_1234567 pass%40word pass@word hidden-one practice.example.org'
  expect(redactSecrets(text, secrets)).toBe(
    '[secret] [secret] [secret] [secret] [secret] practice.example.org',
  )
})

test('[DR2] nor a password that cannot be decoded', () => {
  const secrets = findSecrets({ SMTP_URL: 'smtps://kai:half%decoded@mail.example.org' })
  expect(redactSecrets('half%decoded', secrets)).toBe('[secret]')
})

test('[DR3] the embedded database: not there yet, whole, or impossible to open', async () => {
  const DATA_DIR = join(folder, 'embedded')
  expect(kinds(await checkDatabase(configuration({ DATA_DIR })))).toEqual(['note'])
  await prepareDataFolder(DATA_DIR)
  expect(kinds(await checkDatabase(configuration({ DATA_DIR })))).toEqual(['good'])
  rmSync(join(DATA_DIR, 'database'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'database'), 'no folder')
  expect(faults(await checkDatabase(configuration({ DATA_DIR })))).toMatchObject([
    {
      message: expect.stringContaining('cannot be opened'),
      advice: expect.stringContaining('docs/backups.md'),
    },
  ])
})

test('[DR3] a PostgreSQL that is away is a fault that names host and database', async () => {
  const found = await checkDatabase(configuration({ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' }))
  expect(faults(found)).toMatchObject([
    { message: expect.stringContaining('b at 127.0.0.1:1 cannot be opened') },
  ])
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('[DR4] the mail server is asked as a mail would, and none is sent', async () => {
  const check = async (SMTP_URL: string) => faults(await checkMail(configuration({ SMTP_URL })))
  const open = await aMailServer({ authOptional: true })
  expect(await check(`${open.url}?insecure`)).toEqual([])
  expect(open.received).toEqual([])
  // Its certificate is nobody's.
  expect(await check(open.url)).toMatchObject([{ message: expect.stringContaining('encrypted') }])
  const strict = await aMailServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  })
  const refused = await check(`${strict.url.replace('//', '//kai:hush-hush@')}?insecure`)
  expect(refused).toMatchObject([
    { message: 'localhost:' + new URL(strict.url).port + ': it refused user or password' },
  ])
  await strict.close()
  ends.splice(ends.length - 1)
  expect(await check(`${strict.url}?insecure`)).toMatchObject([
    { advice: expect.stringContaining('firewall') },
  ])
  expect(kinds(await checkMail(configuration({})))).toEqual(['note'])
})

test('[DR5] Stripe: key, mode, prices and signing secret', async () => {
  const now = () => Date.now()
  const standIn = await startStripeStandIn({ port: 0, webhookUrl: null, webhookSecret: SIGNING_SECRET, now })
  const billing = {
    kind: 'stripe' as const,
    secretKey: standIn.secretKey,
    webhookSecret: 'whsec_0123456789abcdef0123456789abcdef',
    prices: STAND_IN_PRICE_IDS,
    host: standIn.url,
  }
  const check = (changed: Partial<typeof billing>, production = true) =>
    checkStripe({ production, billing: { ...billing, ...changed } })
  expect(faults(await check({}))).toEqual([])
  const { EUR } = STAND_IN_PRICE_IDS
  const swapped = faults(await check({ prices: { EUR, USD: { month: EUR.month, year: 'price_nowhere' } } }))
  expect(swapped.map(({ message }) => message).toSorted()).toEqual([
    'does not know the price of STRIPE_PRICES (USD a year)',
    'the price of STRIPE_PRICES (USD a month) is in eur, not in USD',
  ])
  expect(faults(await check({ secretKey: 'sk_test_wrong' }))).toMatchObject([{ message: 'refuses the key' }])
  expect(faults(await check({ webhookSecret: 'whsec_short' }))).toMatchObject([
    { message: expect.stringContaining('STRIPE_WEBHOOK_SECRET') },
  ])
  expect(kinds(await checkStripe({ production: true, billing: { kind: 'none' } }))).toEqual(['note'])
  await standIn.close()
  expect(faults(await check({}))).toMatchObject([{ message: 'cannot be reached' }])
})

test('[DR7] a clock that is more than ten seconds off is a fault, either way', () => {
  expect(checkClock('x', 0, 9000).kind).toBe('good')
  expect(checkClock('x', 0, 61_000)).toMatchObject({ message: 'is 61 seconds ahead of that of x' })
  expect(checkClock('x', 61_000, 0)).toMatchObject({ message: 'is 61 seconds behind that of x' })
})

test('[DR8] folders that cannot be used, that others may read, and backups that stopped', async () => {
  const dataDir = join(folder, 'files')
  const settings = {
    ...configuration({ DATA_DIR: dataDir }),
    production: true,
  }
  const env = join(folder, 'env')
  const check = async () => faults(await checkFiles(settings, Date.now(), env)).map(({ message }) => message)
  mkdirSync(dataDir, { mode: 0o700 })
  expect(await check()).toEqual([])
  writeFileSync(env, 'SECRET=x', { mode: 0o644 })
  chmodSync(dataDir, 0o755)
  mkdirSync(join(dataDir, 'backups'))
  const backup = join(dataDir, 'backups', 'dacapo-2026-01-01T00-00-00-000Z.backup.gz')
  writeFileSync(backup, '')
  expect(await check()).toEqual([
    `everybody on this machine may read ${dataDir}`,
    `everybody on this machine may read ${env}`,
  ])
  utimesSync(backup, 1, 1)
  expect((await check()).at(-1)).toMatch(/^the newest in .* is \d+ days old$/)
})

/** A real SMTP server, which ends with the test. */
async function aMailServer(options: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options)
  ends.push(() => server.close())
  return server
}
