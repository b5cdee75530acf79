import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usesDevMailbox, readConfiguration } from './configuration.ts'
import { environmentSchema, exampleForSetting } from './environment.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { createTemporaryFolder } from '#tests/server/temporary-folder.ts'

const SECRET = 'x'.repeat(32)
const DATABASE_URL = 'postgres://db.example/dacapo?sslmode=verify-full'

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
    limits: { mailsPerEmail: 5, mailsPerClient: 100 },
  })
  expect(read({ SECRET, PORT: '3001' }).origin).toBe('http://localhost:3001')
  // What Docker Compose passes for a variable that is not set.
  expect(read({ SECRET, PORT: '', SMTP_URL: ' ', ORIGIN: '' })).toEqual(configuration)
})

test('[CF1] every fault is named at once, with its reason and an example', () => {
  const message = faults({
    PORT: '70000',
    ORIGIN: 'https://dacapo.example/app',
    LIMIT_MAILS_PER_EMAIL: 'many',
    LIMIT_MAILS_PER_MAIL: '3',
    SMTP_URL: 'http://mail.example',
    OPERATOR_EMAIL: 'nobody',
    METRICS_TOKEN: 'short',
    GOOGLE_CLIENT_ID: 'only half',
    HOST: '0.0.0.0',
    DATABASE_URL_DIRECT: 'postgres://db.example/dacapo',
    BUS_URL: 'https://redis.example',
  })
  const lines = message.split('\n')
  expect(lines[0]).toBe('Dacapo cannot start: 11 settings are wrong.')
  expect(lines).toContain('  PORT must be a whole number from 0 to 65535, e.g. PORT=3000')
  expect(lines).toContain(
    '  ORIGIN is not a web address without a path, e.g. ORIGIN=https://practice.example.org',
  )
  expect(message).toContain('  LIMIT_MAILS_PER_MAIL is no limit')
  expect(message).toContain('  GOOGLE_CLIENT_SECRET is missing')
  expect(message).toContain('  HOST can be reached by others')
  expect(message).toContain('  DATABASE_URL_DIRECT needs DATABASE_URL')
  expect(lines).toContain(
    '  BUS_URL must begin with redis:// or rediss://, e.g. BUS_URL=rediss://:secret@redis.example.org',
  )
})

test('[CF1] every setting has an example', () => {
  const names = Object.keys(environmentSchema.shape)
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter(name => exampleForSetting(name) === null)).toEqual([])
})

test('[CF1] no message repeats a secret', () => {
  const message = faults({
    NODE_ENV: 'production',
    SECRET: 'hunter2',
    DATABASE_URL: 'mysql://kai:hunter2@db',
  })
  expect(message).not.toContain('hunter2')
})

test('[CF2] production with all it needs starts, without stand-ins', () => {
  const configuration = read(PRODUCTION_ENVIRONMENT)
  expect(configuration).toMatchObject({ production: true, logLevel: 'info' })
  expect(configuration.database.kind).toBe('embedded')
  expect(usesDevMailbox(configuration)).toBe(false)
  expect(read({ ...PRODUCTION_ENVIRONMENT, DATABASE: undefined, DATABASE_URL }).database.kind).toBe(
    'postgres',
  )
})

test.each([
  ['ORIGIN', { ORIGIN: 'http://dacapo.example' }],
  ['ORIGIN', { ORIGIN: undefined }],
  ['SECRET', { SECRET: 'x'.repeat(31) }],
  ['SECRET', { SECRET: undefined }],
  ['SECRET', { SECRET: 'x'.repeat(64) }],
  ['SECRET', { SECRET: '0123456789'.repeat(4) }],
  ['SECRET', { SECRET: 'change me please '.repeat(3) }],
  ['SECRET_PREVIOUS', { SECRET_PREVIOUS: 'change me please '.repeat(3) }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'sixteen letters!' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'abc'.repeat(8) }],
  ['DATABASE_URL', { DATABASE: undefined, DATABASE_URL: 'postgres://db.example/dacapo' }],
  ['DATABASE_URL', { DATABASE: undefined, DATABASE_URL: 'postgres://db.example/dacapo?sslmode=prefer' }],
  ['DATABASE_URL', { DATABASE: undefined, DATABASE_URL: 'postgres:///dacapo?host=db.example' }],
  ['DATABASE_URL', { DATABASE: undefined, DATABASE_URL: 'postgres://localhost/dacapo?host=db.example' }],
  ['SMTP_URL', { SMTP_URL: undefined }],
  ['DATABASE_URL', { DATABASE: undefined }],
  ['DATABASE', { DATABASE_URL }],
  ['TRUST_PROXY', { TRUST_PROXY: undefined }],
])('[CF2] production is refused over %s with %j', (name, change) => {
  expect(faults({ ...PRODUCTION_ENVIRONMENT, ...change })).toMatch(new RegExp(`^ {2}${name} `, 'm'))
})

test('[CF2] a database without encryption is accepted on this machine, or where that is said', () => {
  for (const place of [
    'localhost/d',
    '127.0.0.1/d',
    '/d?host=/run/postgresql',
    'db.example/d?host=localhost',
    '%2Frun%2Fpostgresql/d',
    'db.example/d?sslmode=disable',
  ])
    expect(
      read({ ...PRODUCTION_ENVIRONMENT, DATABASE: undefined, DATABASE_URL: `postgres://${place}` }).database
        .kind,
    ).toBe('postgres')
})

test.each([
  ['BUS_URL', { BUS_URL: 'redis://redis.example' }],
  ['BUS_URL', { BUS_URL: 'rediss://redis.example/dacapo' }],
  ['BUS_URL', { BUS_URL: 'rediss:///1' }],
  ['BUS_URL', { BUS_URL: 'redis://localhost', DATABASE: 'embedded', DATABASE_URL: undefined }],
  ['LIVE', { BUS_URL: 'redis://localhost', LIVE: 'poll' }],
])('[CF1][CF2] production is refused over %s with %j', (name, change) => {
  const environment = { ...PRODUCTION_ENVIRONMENT, DATABASE: undefined, DATABASE_URL, ...change }
  expect(faults(environment)).toMatch(new RegExp(`^ {2}${name} `, 'm'))
})

test('[CF2] a Redis is accepted on this machine, with TLS, or where the address says that it has none', () => {
  const live = (settings: Record<string, string>) =>
    read({ ...PRODUCTION_ENVIRONMENT, DATABASE: undefined, DATABASE_URL, ...settings }).live
  expect([live({}), live({ LIVE: 'poll' })]).toEqual(['listen', 'poll'])
  for (const url of [
    'redis://localhost',
    'redis://[::1]:6380/1',
    'rediss://a:b@r.example',
    'redis://r.example?insecure',
  ])
    expect(live({ BUS_URL: url })).toEqual({ kind: 'redis', url })
})

test('[CF2] what openssl makes is always accepted', () => {
  for (let count = 0; count < 500; count += 1) {
    const METRICS_TOKEN = randomBytes(24).toString('hex')
    for (const SECRET of [randomBytes(48).toString('base64'), randomBytes(32).toString('hex')])
      expect(read({ ...PRODUCTION_ENVIRONMENT, SECRET, METRICS_TOKEN }).secret).toBe(SECRET)
  }
})

test('[CF2] a previous secret that looks random is accepted', () => {
  const SECRET_PREVIOUS = randomBytes(32).toString('hex')
  expect(read({ ...PRODUCTION_ENVIRONMENT, SECRET_PREVIOUS }).previousSecret).toBe(SECRET_PREVIOUS)
})

test('[CF2] how many proxies stand before it is said in production, also that there is none', () => {
  expect(read(PRODUCTION_ENVIRONMENT).trustedProxies).toBe(0)
  expect(read({ ...PRODUCTION_ENVIRONMENT, TRUST_PROXY: '2' }).trustedProxies).toBe(2)
})

test.each([
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '::' }],
  ['HOST', { HOST: '192.168.0.7' }],
  ['ORIGIN', { ORIGIN: 'http://dacapo.example' }],
  ['ORIGIN', { ORIGIN: 'http://localhost.evil.example' }],
  ['ORIGIN', { ORIGIN: 'https://dacapo.example' }],
])('[CF4] %s is refused without the production configuration: %j', (name, change) => {
  for (const NODE_ENV of ['development', 'test', undefined]) {
    expect(faults({ SECRET, NODE_ENV, ...change })).toContain(`  ${name} can be reached by others`)
  }
})

test('[CF4] every name of this machine is accepted', () => {
  for (const HOST of ['localhost', '127.0.0.1', '::1']) expect(read({ SECRET, HOST }).production).toBe(false)
  for (const ORIGIN of ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000/']) {
    expect(read({ SECRET, ORIGIN }).origin).toBe(ORIGIN.replace(/\/$/, ''))
  }
})

test('[MA4] ?insecure is refused for a mail server elsewhere', () => {
  expect(faults({ SECRET, SMTP_URL: 'smtp://mail.example?insecure' })).toContain(
    'SMTP_URL may say ?insecure only',
  )
  expect(read({ SECRET, SMTP_URL: 'smtp://localhost:2525?insecure' }).mail.kind).toBe('smtp')
})

test('[CF8] events are passed on by https or within this machine, with a token that stands by itself', () => {
  const faulty = (settings: Record<string, string>) => faults({ SECRET, ...settings })
  expect(faulty({ ANALYTICS_URL: 'http://figures.example' })).toContain('  ANALYTICS_URL must be https')
  const named = faulty({ ANALYTICS_URL: 'https://kai:hunter2@figures.example' })
  expect(named).toContain('  ANALYTICS_URL must not hold')
  expect(named).not.toContain('hunter2')
  expect(faulty({ ANALYTICS_TOKEN: 'alone' })).toContain('  ANALYTICS_TOKEN needs ANALYTICS_URL')
  expect(read({ SECRET }).analytics).toBeNull()
  const url = 'https://figures.example:8443/in'
  const set = { SECRET, ANALYTICS_URL: url, ANALYTICS_TOKEN: 'a' }
  expect(read(set).analytics).toEqual({ url, host: 'figures.example:8443', token: 'a' })
  const local = 'http://localhost:9/in'
  expect(read({ SECRET, ANALYTICS_URL: local }).analytics).toEqual({
    url: local,
    host: 'localhost:9',
    token: null,
  })
})

test('[CF3] the secret of a development machine is made once, long, and readable only by its owner', () => {
  const folder = join(createTemporaryFolder(), 'not yet there')
  const { secret } = read({ DATA_DIR: folder })
  expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32)
  expect(read({ DATA_DIR: folder }).secret).toBe(secret)
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret)
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
})

test('[CF3] a secret of which only half was written is made anew', () => {
  const folder = createTemporaryFolder()
  for (const half of ['', '\n', 'short']) {
    writeFileSync(join(folder, 'secret'), half)
    const { secret } = read({ DATA_DIR: folder })
    expect(secret.length).toBeGreaterThanOrEqual(64)
    expect(read({ DATA_DIR: folder }).secret).toBe(secret)
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  }
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

test('[HT40] missing texts are collected where a setting says so, and never in production', () => {
  expect(read({ SECRET }).missingTexts).toBe(false)
  expect(read({ SECRET, MISSING_TEXTS: 'collect' }).missingTexts).toBe(true)
  expect(faults({ MISSING_TEXTS: 'yes' })).toContain('  MISSING_TEXTS must be one of: collect')
  expect(faults({ ...PRODUCTION_ENVIRONMENT, MISSING_TEXTS: 'collect' })).toContain(
    '  MISSING_TEXTS is for the machine',
  )
})
