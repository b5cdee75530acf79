import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderSolidColorPicture } from '#stand-ins/oidc/stand-in-picture.ts'
import { detectPictureType, fetchPicture, isFromProvider, MAX_PICTURE_BYTES } from './fetch-picture.ts'

const PNG = new Uint8Array(renderSolidColorPicture('blue') ?? [])
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const WEBP = Buffer.from('RIFF\u0004\u0000\u0000\u0000WEBPVP8 ', 'latin1')
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

// A provider, and a neighbor on the same machine, to which no redirect may lead.
const isTestProvider = ({ protocol, hostname, username }: URL) =>
  protocol === 'http:' && hostname === '127.0.0.1' && username === ''
let provider: Server
let neighbor: Server
let base: string
let neighborBase: string
let requestedPaths: string[] = []
let isStillSending = false

const answers: Record<string, RequestListener> = {
  '/png': (_, response) => response.end(PNG),
  '/jpeg': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(JPEG),
  '/webp': (_, response) => response.end(WEBP),
  '/svg': (_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(SVG),
  '/lie': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(`<html>${SVG}`),
  '/largest': (_, response) => response.end(padded(MAX_PICTURE_BYTES)),
  '/one-too-many': (_, response) => response.end(padded(MAX_PICTURE_BYTES + 1)),
  // It has no Content-Length, so only counting bytes can stop it.
  '/endless': (_, response) => {
    isStillSending = true
    response.on('close', () => (isStillSending = false))
    response.write(PNG)
    const more = () => !response.destroyed && response.write(Buffer.alloc(65_536), () => setImmediate(more))
    more()
  },
  '/dripping': (_, response) => {
    response.write(PNG.subarray(0, 8))
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/missing': (_, response) => response.writeHead(404).end(PNG),
}

beforeAll(async () => {
  const listener: RequestListener = (request, response) => {
    requestedPaths.push(request.url ?? '')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
    const to = searchParams.get('to')
    if (to !== null) return response.writeHead(302, { location: to }).end()
    return answers[pathname]?.(request, response)
  }
  provider = await listenOn(createServer(listener), '127.0.0.1')
  neighbor = await listenOn(createServer(listener), '127.0.0.2')
  base = `http://127.0.0.1:${portOf(provider)}`
  neighborBase = `http://127.0.0.2:${portOf(neighbor)}`
})
afterAll(() => {
  for (const server of [provider, neighbor]) {
    server.close()
    server.closeAllConnections()
  }
})

test('[AV3] accepts PNG, JPEG and WebP, whatever Content-Type their server sends', async () => {
  for (const [path, type, bytes] of [
    ['/png', 'image/png', PNG],
    ['/jpeg', 'image/jpeg', JPEG],
    ['/webp', 'image/webp', WEBP],
  ] as const) {
    const fetched = await fetchPath(path)
    expect(fetched).toMatchObject({ kind: 'fetched', type })
    expect(fetched.kind === 'fetched' && Buffer.from(bytes).equals(fetched.bytes)).toBe(true)
  }
})

test('[AV3] refuses SVG and HTML labeled as a picture', async () => {
  for (const path of ['/svg', '/lie'])
    expect(await fetchPath(path)).toEqual({ kind: 'refused', because: 'type' })
  expect(detectPictureType(Buffer.from('GIF89a'))).toBeNull()
})

test('[AV3] accepts 512 kB, refuses one byte more, and cuts off an endless picture while it arrives', async () => {
  expect(await fetchPath('/largest')).toMatchObject({ kind: 'fetched' })
  expect(await fetchPath('/one-too-many')).toEqual({ kind: 'refused', because: 'too-big' })
  expect(await fetchPath('/endless')).toEqual({ kind: 'refused', because: 'too-big' })
  await expect.poll(() => isStillSending).toBe(false)
})

test('[AV1] gives up on a server that sends a byte now and then, on a missing picture and on nobody', async () => {
  for (const [address, because] of [
    [`${base}/dripping`, 'too-slow'],
    [`${base}/missing`, 'answer'],
    ['http://127.0.0.1:1/', 'unreachable'],
  ] as const)
    expect(await fetchPicture(address, isTestProvider, 300)).toEqual({ kind: 'refused', because })
})

test('[AV5] follows two redirects, but not a third', async () => {
  const through = (times: number): string =>
    times === 0 ? '/png' : `/?to=${encodeURIComponent(through(times - 1))}`
  expect(await fetchPath(through(2))).toMatchObject({ kind: 'fetched' })
  expect(await fetchPath(through(3))).toEqual({ kind: 'refused', because: 'redirects' })
})

test('[AV5] does not connect to a redirect target that is not allowed', async () => {
  for (const to of [
    `${neighborBase}/png`,
    `http://[::ffff:127.0.0.2]:${portOf(neighbor)}/png`,
    `http://0x7f000002:${portOf(neighbor)}/png`,
    'file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'http://name:secret@127.0.0.1/',
  ]) {
    requestedPaths = []
    const path = `/?to=${encodeURIComponent(to)}`
    expect(await fetchPath(path)).toEqual(refusal)
    expect(requestedPaths).toEqual([path])
  }
})

test('[AV5] production allows only https on port 443 of a provider', async () => {
  for (const host of ['lh3.googleusercontent.com', 'platform-lookaside.fbsbx.com', 'pbs.twimg.com'])
    expect(isFromProvider(new URL(`https://${host}/a/picture`))).toBe(true)
  for (const address of [
    `${base}/png`,
    'http://lh3.googleusercontent.com/a/picture',
    'https://lh3.googleusercontent.com:8443/a/picture',
    'https://name:secret@lh3.googleusercontent.com/a/picture',
    'https://googleusercontent.com.example.org/',
    'https://notgoogleusercontent.com/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2130706433/',
    'nonsense',
  ])
    expect([address, await fetchPicture(address, isFromProvider)]).toEqual([address, refusal])
})

const refusal = { kind: 'refused', because: 'address' }

async function listenOn(server: Server, host: string): Promise<Server> {
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  return server
}

const fetchPath = (path: string) => fetchPicture(`${base}${path}`, isTestProvider)

const portOf = (server: Server) => (server.address() as AddressInfo).port

function padded(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes.set(PNG)
  return bytes
}
