import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfiguration, usesDevMailbox } from './configuration.ts'
import { LIMITS, SETTING_NAMES } from './environment.ts'
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
    LIMITS: 'mailsPerEmail=5,mailsPerMail=3',
    SMTP_URL: 'http://mail.example',
    OPERATOR_EMAIL: 'nobody',
    METRICS_TOKEN: 'short',
    GOOGLE_CLIENT: 'only half',
    HOST: '0.0.0.0',
    DATABASE_URL_DIRECT: 'postgres://db.example/dacapo',
    LIVE: 'https://redis.example',
  })
  const lines = message.split('\n')
  expect(lines[0]).toBe('Dacapo cannot start: 10 settings are wrong.')
  expect(lines).toContain('  PORT must be a whole number from 0 to 65535, e.g. PORT=3000')
  expect(lines).toContain(
    '  ORIGIN is not a web address without a path, e.g. ORIGIN=https://practice.example.org',
  )
  expect(message).toContain('  LIMITS must be name=number,… with mailsPerEmail, ')
  expect(message).toContain('  GOOGLE_CLIENT must be the id, a colon and the secret')
  expect(message).toContain('  HOST can be reached by others')
  expect(message).toContain('  DATABASE_URL_DIRECT needs the DATABASE_URL')
  expect(lines).toContain(
    '  LIVE must be listen, poll, or redis[s]://host[/number], e.g. LIVE=rediss://:secret@redis.example.org',
  )
})

test('[CF1] there are at most 28 settings', () => {
  expect(SETTING_NAMES.length).toBeLessThanOrEqual(28)
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
  expect(read({ ...PRODUCTION_ENVIRONMENT, DATABASE_URL }).database.kind).toBe('postgres')
})

test.each([
  ['ORIGIN', { ORIGIN: 'http://dacapo.example' }],
  ['ORIGIN', { ORIGIN: undefined }],
  ['SECRET', { SECRET: 'x'.repeat(31) }],
  ['SECRET', { SECRET: undefined }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'sixteen letters!' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/dacapo' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/dacapo?sslmode=prefer' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/dacapo?sslmode=require&uselibpqcompat=true' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres:///dacapo?host=db.example' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost/dacapo?host=db.example' }],
  ['SMTP_URL', { SMTP_URL: undefined }],
  ['DATABASE_URL', { DATABASE_URL: undefined }],
  ['DATABASE_URL_DIRECT', { DATABASE_URL_DIRECT: DATABASE_URL }],
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
    expect(read({ ...PRODUCTION_ENVIRONMENT, DATABASE_URL: `postgres://${place}` }).database.kind).toBe(
      'postgres',
    )
})

test.each([
  { LIVE: 'redis://redis.example' },
  { LIVE: 'rediss://redis.example/dacapo' },
  { LIVE: 'rediss:///1' },
  { LIVE: 'redis://localhost', DATABASE_URL: 'embedded' },
])('[CF1][CF2] production is refused over LIVE with %j', change => {
  expect(faults({ ...PRODUCTION_ENVIRONMENT, DATABASE_URL, ...change })).toMatch(/^ {2}LIVE /m)
})

test('[CF2] a Redis is accepted on this machine, with TLS, or where the address says that it has none', () => {
  const live = (settings: Record<string, string>) =>
    read({ ...PRODUCTION_ENVIRONMENT, DATABASE_URL, ...settings }).live
  expect([live({}), live({ LIVE: 'poll' })]).toEqual(['listen', 'poll'])
  for (const url of [
    'redis://localhost',
    'redis://[::1]:6380/1',
    'rediss://a:b@r.example',
    'redis://r.example?insecure',
  ])
    expect(live({ LIVE: url })).toEqual({ kind: 'redis', url })
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

test('[CF2] ?insecure is refused for a mail server elsewhere', () => {
  expect(faults({ SECRET, SMTP_URL: 'smtp://mail.example?insecure' })).toContain(
    'SMTP_URL may say ?insecure only',
  )
  expect(read({ SECRET, SMTP_URL: 'smtp://localhost:2525?insecure' }).mail.kind).toBe('smtp')
})

test('[AN10] events are passed on by https or within this machine, with the token that stands in the address', () => {
  const faulty = (ANALYTICS_URL: string) => faults({ SECRET, ANALYTICS_URL })
  expect(faulty('http://figures.example')).toContain('  ANALYTICS_URL must be https')
  const named = faulty('https://kai:hunter2@figures.example')
  expect(named).toContain('  ANALYTICS_URL must not hold')
  expect(named).not.toContain('hunter2')
  expect(read({ SECRET }).analytics).toBeNull()
  const sink = (ANALYTICS_URL: string) => read({ SECRET, ANALYTICS_URL }).analytics
  const host = 'figures.example:8443'
  expect(sink(`https://:a%20b@${host}/in`)).toEqual({ url: `https://${host}/in`, host, token: 'a b' })
  const local = 'http://localhost:9/in'
  expect(sink(local)).toEqual({ url: local, host: 'localhost:9', token: null })
})

test('the limits that LIMITS names are replaced, and no others', () => {
  expect(read({ SECRET, LIMITS: 'mailsPerClient=7' }).limits).toEqual({ ...LIMITS, mailsPerClient: 7 })
  for (const wrong of ['mailsPerClient', 'mailsPerClient=0', 'mailsPerClient=1=2', 'toString=1', ','])
    expect(faults({ SECRET, LIMITS: wrong })).toContain('  LIMITS must be name=number,…')
})

test('[CF5] the secret of a development machine is made once, long, and readable only by its owner', () => {
  const folder = join(createTemporaryFolder(), 'not yet there')
  const { secret } = read({ DATA_DIR: folder })
  expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32)
  expect(read({ DATA_DIR: folder }).secret).toBe(secret)
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret)
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
})

test('[CF5] a secret of which only half was written is made anew', () => {
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
