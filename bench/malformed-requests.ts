import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#tests/security/break-ins-endpoints.ts'
import { minimalBodyFor, listBodyFields } from '#tests/security/described-body.ts'

/** One request that is wrong in at least one way. Over a socket of its own if `raw` has the bytes to send. */
export type MalformedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly raw?: Buffer
}

/** Returns a number from 0 to below 1. */
type Random = () => number

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']
const RAW_SHARE = 0.05

const VALUES: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 1e308,
  () => 2 ** 53 + 2,
  () => 0.1,
  () => '',
  () => '\u0000',
  () => '\uD800',
  () => '\u202E\u0315'.repeat(200),
  () => 'x'.repeat(20_000),
  () => "'; drop table practice; --",
  () => '{{constructor.constructor("return 1")()}}',
  () => '../../../etc/passwd',
  () => [],
  () => {},
  () => ({ toString: 1 }),
  () => JSON.parse('{"__proto__":{"admin":true}}'),
  () => Array.from({ length: 2000 }, () => 1),
  () => nested(300),
]

const BODIES: readonly ((text: string) => string | Buffer)[] = [
  text => text.slice(0, text.length / 2),
  text => `${text}${text}`,
  () => '',
  () => '[',
  () => '['.repeat(50_000),
  () => '{"a":'.repeat(20_000),
  () => 'null',
  () => '"text"',
  () => Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]),
  text => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
  text => Buffer.from(text, 'utf16le'),
  text => text.replaceAll('"', "'"),
  text => text.replace(/\d+/, '1'.repeat(400)),
]

const HEADERS: readonly (() => Record<string, string>)[] = [
  () => ({ 'content-type': 'text/plain' }),
  () => ({ 'content-type': 'application/json; charset=utf-7' }),
  () => ({ 'content-type': 'multipart/form-data; boundary=' }),
  () => ({ 'content-encoding': 'gzip' }),
  () => ({ origin: 'null' }),
  () => ({ origin: 'https://attacker.example' }),
  () => ({ cookie: `dacapo=${'x'.repeat(6000)}` }),
  () => ({ cookie: 'dacapo=%; =; ;;;;__Host-dacapo=\u00FF' }),
  () => ({ 'accept-language': 'de,'.repeat(2000) }),
  () => ({ 'if-none-match': '"'.repeat(300) }),
  () => ({ range: 'bytes=5-1,-,9999999999999999999-' }),
  () => ({ 'x-forwarded-for': `${'1.1.1.1, '.repeat(300)}1` }),
  () => ({ 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'a b' }),
  () => ({ accept: 'text/html;q='.repeat(500) }),
  () => ({ 'last-event-id': '-9'.repeat(400) }),
  () => ({ 'stripe-signature': 't=1,v1=' }),
]

const PATHS: readonly ((path: string) => string)[] = [
  path => `${path}/`,
  path => `/${path}`,
  path => `${path}?${'a[]=1&'.repeat(500)}`,
  path => `${path}?__proto__[x]=1&constructor=2&token=%00`,
  path => `${path}%00`,
  path => `${path}/%E0%A4%A`,
  path => `${path}/..%2f..%2fetc/passwd`,
  path => path.toUpperCase(),
  path => `${path};jsessionid=1`,
  path => `${path}/${'a/'.repeat(500)}`,
  () => `/assets/${'%2e%2e/'.repeat(20)}package.json`,
  () => `/locales/${randomUUID()}/app.json`,
  () => '/api/v1/live?since=-1e9',
  () => '/api/auth/callback/google?state=%FF&code[]=1',
  () => '/confirm?token=%',
]

/** Bytes that are no HTTP, or HTTP as no library sends it. */
const RAW: readonly (() => string | Buffer)[] = [
  () => 'GET / HTTP/1.1\r\n\r\n',
  () => 'GET / HTTP/9.9\r\nhost: x\r\n\r\n',
  () => 'POST /api/v1/sync HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n',
  () =>
    'POST /api/v1/sync HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  () => 'POST /api/v1/sync HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n',
  () => 'POST /api/v1/events HTTP/1.1\r\nhost: x\r\ncontent-length: 900\r\n\r\n{',
  () => `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  () => `GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(3000)}\r\n`,
  () => 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
  () => 'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n',
  () => 'GET /api/v1/live HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc]),
  () => Buffer.alloc(5000, 0xff),
]

/** Returns a malformed request to one of the endpoints; the same one for the same random numbers, but for ids. */
export function malformedRequest(endpoints: readonly Endpoint[], random: Random): MalformedRequest {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }
  const endpoint = pick(endpoints)
  const id = pick([randomUUID(), '%', '0', 'google', '-'.repeat(3000)])
  const path = endpoint.path.replaceAll(/\{\w+\}/g, id)
  if (random() < RAW_SHARE) return { method: 'RAW', path, headers: {}, raw: Buffer.from(pick(RAW)()) }
  const method = random() < 0.1 ? pick(METHODS) : endpoint.method.toUpperCase()
  const headers = random() < 0.3 ? pick(HEADERS)() : {}
  const hasBody = endpoint.body !== null && method !== 'GET' && method !== 'HEAD'
  if (!hasBody || random() < 0.2) return { method, path: pick(PATHS)(path), headers }
  const fields = listBodyFields(endpoint.body)
  const isWrongField = fields.length > 0 && random() < 0.7
  const text = JSON.stringify(
    isWrongField ? pick(fields).bodyWith(pick(VALUES)()) : minimalBodyFor(endpoint.body),
  )
  return { method, path, headers, body: isWrongField ? text : pick(BODIES)(text) }
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = { a: [value] }
  return value
}
