import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SIGNING_SECRET } from '#tests/billing/billing-shop.ts'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { startMailServer } from '#tests/mail/mail-server.ts'
import { STAND_IN_PRICE_IDS } from '#stand-ins/stripe/account.ts'
import { startStripeStandIn } from '#stand-ins/stripe/stripe-stand-in.ts'
import { checkStripe, examine, formatFindings } from './doctor.ts'
import type { Finding } from './doctor.ts'

const folder = mkdtempSync(join(tmpdir(), 'dacapo-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SECRET = 'a secret for tests, long enough for all'

/** What the doctor finds in one area, with these settings. */
const check = async (area: Finding['area'], environment: Record<string, string>) =>
  (await examine({ SECRET, DATA_DIR: join(folder, 'nowhere'), ...environment })).filter(
    found => found.area === area,
  )
const faults = <Found extends Omit<Finding, 'area'>>(findings: readonly Found[]) =>
  findings.filter(({ kind }) => kind === 'FAULT')

test('[DR1] a report has a line for every finding, says what to do about a fault, and counts them', () => {
  const fine: Finding = { kind: 'ok', area: 'Mail', message: 'is there' }
  const note: Finding = { kind: 'note', area: 'Stripe', message: 'not set up' }
  const fault: Finding = { kind: 'FAULT', area: 'Mail', message: 'is away', advice: 'Start it.' }
  expect(formatFindings([fine, note], {})).toBe(
    'ok     Mail: is there\nnote   Stripe: not set up\nNo faults.',
  )
  expect(formatFindings([fault], {})).toBe('FAULT  Mail: is away\n       What to do: Start it.\n1 fault.')
})

test('[DR1] no secret of the settings is printed, also where it is a part of an address or cannot be decoded', () => {
  const environment = {
    SECRET: 'signs-everything',
    STRIPE_SECRET_KEY: 'sk_live_1234567',
    GOOGLE_CLIENT: 'our-id:our-secret',
    SMTP_URL: 'smtps://kai:pass%40word@mail.example.org',
    LIVE: 'rediss://:half%decoded@redis.example.org',
    DATABASE_URL: 'postgres://kai@db.example.org/a?password=hidden-one',
    ORIGIN: 'https://practice.example.org',
  }
  const message =
    'signs-everything sk_live_1234567 our-id:our-secret pass%40word pass@word half%decoded hidden-one practice.example.org'
  expect(formatFindings([{ kind: 'ok', area: 'A', message }], environment)).toContain(
    `A: ${'[secret] '.repeat(7)}practice.example.org`,
  )
})

test('[DR1] the embedded database: not there yet, whole, or impossible to open', async () => {
  const DATA_DIR = join(folder, 'embedded')
  const found = () => check('Database', { DATA_DIR })
  expect(await found()).toMatchObject([{ kind: 'note' }])
  await prepareDataFolder(DATA_DIR)
  expect(await found()).toMatchObject([
    { kind: 'ok', message: expect.stringMatching(/^PostgreSQL \d+ answers/) },
  ])
  rmSync(join(DATA_DIR, 'database'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'database'), 'no folder')
  expect(await found()).toMatchObject([
    { kind: 'FAULT', message: expect.any(String), advice: expect.any(String) },
  ])
})

test('[DR1] a PostgreSQL that is away is a fault that names host and database', async () => {
  const found = await check('Database', { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' })
  expect(found).toMatchObject([
    { kind: 'FAULT', message: expect.stringContaining('b at 127.0.0.1:1 cannot be opened') },
  ])
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('[DR1] the mail server is asked as a mail would, and none is sent', async () => {
  const found = async (SMTP_URL: string) => faults(await check('Mail', { SMTP_URL }))
  const open = await startMailServer({ authOptional: true })
  expect(await found(`${open.url}?insecure`)).toEqual([])
  expect(open.received).toEqual([])
  // Its certificate is nobody's.
  expect(await found(open.url)).toMatchObject([{ message: expect.stringContaining('encrypted') }])
  await open.close()
  const strict = await startMailServer({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  })
  expect(await found(`${strict.url.replace('//', '//kai:hush-hush@')}?insecure`)).toMatchObject([
    { message: `localhost:${new URL(strict.url).port}: it refused user or password` },
  ])
  await strict.close()
  expect(await found(`${strict.url}?insecure`)).toMatchObject([
    { advice: expect.stringContaining('firewall') },
  ])
  expect(await check('Mail', {})).toMatchObject([{ kind: 'note' }])
})

test('[DR1] Stripe: key, mode, prices and signing secret', async () => {
  const now = () => Date.now()
  const standIn = await startStripeStandIn({
    secretKey: 'sk_test_right',
    webhookUrl: null,
    webhookSecret: SIGNING_SECRET,
    now,
  })
  const billing = {
    kind: 'stripe' as const,
    secretKey: standIn.secretKey,
    webhookSecret: 'whsec_0123456789abcdef0123456789abcdef',
    prices: STAND_IN_PRICE_IDS,
    host: standIn.url,
  }
  const checked = (changed: Partial<typeof billing>, production = true) =>
    checkStripe({ production, billing: { ...billing, ...changed } })
  expect(faults(await checked({}))).toEqual([])
  const { EUR } = STAND_IN_PRICE_IDS
  const swapped = faults(await checked({ prices: { EUR, USD: { month: EUR.month, year: 'price_nowhere' } } }))
  expect(swapped.map(({ message }) => message).toSorted()).toEqual([
    'does not know the price of STRIPE_PRICES (USD a year)',
    'the price of STRIPE_PRICES (USD a month) is in eur, not in USD',
  ])
  expect(faults(await checked({ secretKey: 'sk_test_wrong' }))).toMatchObject([
    { message: expect.stringContaining('status 401'), advice: expect.stringContaining('STRIPE_SECRET_KEY') },
  ])
  expect(faults(await checked({ webhookSecret: 'whsec_short' }))).toMatchObject([
    { message: expect.stringContaining('STRIPE_WEBHOOK_SECRET') },
  ])
  expect(await checkStripe({ production: true, billing: { kind: 'none' } })).toMatchObject([{ kind: 'note' }])
  await standIn.close()
  expect(faults(await checked({}))).toMatchObject([{ message: expect.stringContaining('status none') }])
})
