import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildContentSecurityPolicy } from '#server/http/security-headers.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { createTemporaryFolder } from '#tests/server/temporary-folder.ts'
import { readConfiguration, usesDevMailbox } from './configuration.ts'
import { DEFAULT_RATE_LIMITS, SETTING_NAMES } from './environment.ts'

const SECRET = 'x'.repeat(32)
const DATABASE_URL = 'postgres://db.example/dacapo?sslmode=verify-full'
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICES: 'price_1,price_2, price_3,price_4',
}
const WIDGET = { FEEDBACK_WIDGET: 'https://w.example:8443/a-token.js?v=1', FEEDBACK_WIDGET_IDS: '1,2,3,4' }

test('[CF5] with nothing set the server is for this machine only, with everything it needs', () => {
  const configuration = read({ SECRET })
  expect(configuration).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    origin: 'http://localhost:3000',
    trustedProxies: 0,
    logLevel: null,
    database: { kind: 'embedded' },
    mail: { kind: 'mailbox' },
    billing: { kind: 'none' },
    analytics: null,
    feedbackWidget: null,
    limits: DEFAULT_RATE_LIMITS,
  })
  expect(read({ SECRET, PORT: '3001' }).origin).toBe('http://localhost:3001')
  // What Docker Compose passes for a variable that is not set.
  expect(read({ SECRET, PORT: '', SMTP_URL: ' ', ORIGIN: '' })).toEqual(configuration)
})

test('[CF1] every fault is named at once, with its reason and an example', () => {
  const lines = faults({ PORT: '70000', ORIGIN: 'https://dacapo.example/app', METRICS_TOKEN: 'short' }).split(
    '\n',
  )
  expect(lines).toEqual([
    'Dacapo cannot start: 3 settings are wrong.',
    '  PORT must be a whole number from 0 to 65535, e.g. PORT=3000',
    '  ORIGIN is not a web address without a path, e.g. ORIGIN=https://practice.example.org',
    '  METRICS_TOKEN must have at least 24 characters, e.g. METRICS_TOKEN=$(openssl rand -hex 24)',
  ])
  expect(SETTING_NAMES.length).toBeLessThanOrEqual(28)
})

const production = (change: Record<string, string | undefined> = {}) => ({
  ...PRODUCTION_ENVIRONMENT,
  ...change,
})

test.each([
  ['PORT', { PORT: '1.5' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['LIMITS', { LIMITS: 'mailsPerEmail=5,mailsPerMail=3' }],
  ['LIMITS', { LIMITS: 'mailsPerClient=0' }],
  ['OPERATOR_EMAIL', { OPERATOR_EMAIL: 'nobody' }],
  ['GOOGLE_CLIENT', { GOOGLE_CLIENT: 'only half' }],
  ['SMTP_URL', { SMTP_URL: 'http://kai:hunter2@mail.example' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example?insecure' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://kai:hunter2@db' }],
  ['DATABASE_URL_DIRECT', { DATABASE_URL_DIRECT: DATABASE_URL }],
  ['LIVE', { LIVE: 'https://redis.example', DATABASE_URL }],
  ['LIVE', { LIVE: 'redis://localhost' }],
  ['FEEDBACK_WIDGET', { ...WIDGET, FEEDBACK_WIDGET: 'http://w.example/token' }],
  ['FEEDBACK_WIDGET_IDS', { ...WIDGET, FEEDBACK_WIDGET_IDS: '1,2,3' }],
  ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_live_hunter2' }],
  ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: '' }],
  ['STRIPE_WEBHOOK_SECRET', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'sk_live_hunter2' }],
  ['STRIPE_PRICES', { ...STRIPE, STRIPE_PRICES: 'price_1,price_2,price_3,prod_4' }],
  ['ANALYTICS_URL', { ANALYTICS_URL: 'http://figures.example' }],
  ['ANALYTICS_URL', { ANALYTICS_URL: 'https://kai:hunter2@figures.example' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['ORIGIN', { ORIGIN: 'http://localhost.evil.example' }],
  ['ORIGIN', { ORIGIN: 'https://dacapo.example' }],
  ['ORIGIN', production({ ORIGIN: 'http://dacapo.example' })],
  ['ORIGIN', production({ ORIGIN: undefined })],
  ['SECRET', production({ SECRET: 'x'.repeat(31) })],
  ['SECRET', production({ SECRET: undefined })],
  ['SMTP_URL', production({ SMTP_URL: undefined })],
  ['TRUST_PROXY', production({ TRUST_PROXY: undefined })],
  ['DATABASE_URL', production({ DATABASE_URL: undefined })],
  ['DATABASE_URL', production({ DATABASE_URL: 'postgres://db.example/dacapo' })],
  ['DATABASE_URL', production({ DATABASE_URL: 'postgres://db.example/dacapo?sslmode=prefer' })],
  ['DATABASE_URL', production({ DATABASE_URL: 'postgres:///dacapo?host=db.example' })],
  ['DATABASE_URL', production({ DATABASE_URL: 'postgres://localhost/dacapo?host=db.example' })],
  ['LIVE', production({ DATABASE_URL, LIVE: 'redis://redis.example' })],
])('[CF1][CF2][CF4][AN10] %s is refused, and no secret is repeated: %j', (name, settings) => {
  const message = faults({ SECRET, ...settings })
  expect(message).toMatch(new RegExp(`^Dacapo cannot start: one setting is wrong.\n {2}${name} .*$`))
  expect(message).not.toContain('hunter2')
})

test('[CF2] production with all it needs starts, without stand-ins', () => {
  const configuration = read({ ...production({ TRUST_PROXY: '2' }), ...STRIPE })
  expect(configuration).toMatchObject({
    production: true,
    logLevel: 'info',
    trustedProxies: 2,
    database: { kind: 'embedded' },
    social: {},
    billing: {
      kind: 'stripe',
      prices: { EUR: { month: 'price_1', year: 'price_2' }, USD: { month: 'price_3', year: 'price_4' } },
    },
  })
  expect(usesDevMailbox(configuration)).toBe(false)
})

test.each([
  'postgres://localhost/d',
  'postgres:///d?host=/run/postgresql',
  'postgres://db.example/d?host=localhost',
  'postgres://db.example/d?sslmode=disable',
])('[CF2] a database on this machine, or where it is said, needs no encryption: %s', url => {
  expect(read(production({ DATABASE_URL: url })).database).toMatchObject({ kind: 'postgres', url })
})

test('[CF2] a Redis is accepted on this machine, with TLS, or where the address says that it has none', () => {
  const live = (settings: Record<string, string>) => read(production({ DATABASE_URL, ...settings })).live
  expect([live({}), live({ LIVE: 'poll' })]).toEqual(['listen', 'poll'])
  const urls = ['redis://[::1]:6380/1', 'rediss://a:b@r.example', 'redis://r.example?insecure']
  for (const url of urls) expect(live({ LIVE: url })).toEqual({ kind: 'redis', url })
})

test('[CF4] every name of this machine is accepted', () => {
  for (const HOST of ['localhost', '127.0.0.1', '::1']) expect(read({ SECRET, HOST }).production).toBe(false)
  for (const ORIGIN of ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000/'])
    expect(read({ SECRET, ORIGIN }).origin).toBe(ORIGIN.replace(/\/$/, ''))
})

test('[AN10] the token for events stands in their address', () => {
  const sink = (ANALYTICS_URL: string) => read({ SECRET, ANALYTICS_URL }).analytics
  const host = 'figures.example:8443'
  expect(sink(`https://:a%20b@${host}/in`)).toEqual({ url: `https://${host}/in`, host, token: 'a b' })
  const local = 'http://localhost:9/in'
  expect(sink(local)).toEqual({ url: local, host: 'localhost:9', token: null })
})

test('[FB10] the policy lets in the one origin where a widget is set up, and nobody where none is', () => {
  const { feedbackWidget } = read({ SECRET, ...WIDGET })
  const origin = 'https://w.example:8443'
  const ids = { nav: { de: '1', en: '2' }, done: { de: '3', en: '4' } }
  expect(feedbackWidget).toEqual({ script: `${origin}/a-token.js?v=1`, origin, ids })
  const bare = buildContentSecurityPolicy({ feedbackWidget: null }).split('; ')
  expect(bare.join()).not.toMatch(/https?:|unsafe|frame-src/)
  const open = buildContentSecurityPolicy({ feedbackWidget }).split('; ')
  expect(open.filter(part => !bare.includes(part))).toEqual([
    `script-src 'self' ${origin}`,
    `style-src 'self' ${origin} 'unsafe-inline'`,
    `img-src 'self' data: blob: ${origin}`,
    `font-src 'self' ${origin}`,
    `connect-src 'self' ${origin}`,
    `frame-src ${origin}`,
    'trusted-types dacapo-worker dacapo default',
  ])
})

test('[CF5] the secret of a development machine is made once, long, and readable only by its owner', () => {
  const folder = join(createTemporaryFolder(), 'not yet there')
  const file = join(folder, 'secret')
  const { secret } = read({ DATA_DIR: folder })
  expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32)
  expect(read({ DATA_DIR: folder }).secret).toBe(secret)
  expect(readFileSync(file, 'utf8')).toBe(secret)
  // A full disk may have left an incomplete file.
  writeFileSync(file, 'short')
  expect(read({ DATA_DIR: folder }).secret.length).toBeGreaterThanOrEqual(64)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secret'])
})

function read(environment: Record<string, string | undefined>) {
  const result = readConfiguration(environment)
  if (result.kind === 'faulty') throw new Error(result.message)
  return result.configuration
}

function faults(environment: Record<string, string | undefined>): string {
  const result = readConfiguration(environment)
  return result.kind === 'faulty' ? result.message : 'no fault was found'
}
