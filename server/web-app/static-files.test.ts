import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { SCREEN_SOURCES } from './screen-files.ts'
import { createWebAppMiddleware } from './web-app.ts'

const SCRIPT = 'console.log("practice")'
const LOCALES = join(import.meta.dirname, '../../locales')
const PAGE = '<!doctype html><title>Dacapo</title>'
const parent = mkdtempSync(join(tmpdir(), 'dacapo-web-'))
const folder = join(parent, 'web')

const MANIFEST = {
  'index.html': { file: 'assets/main-abc123.js', isEntry: true, imports: ['_libraries.js'] },
  '_libraries.js': { file: 'assets/libraries-1.js' },
  '_store.js': { file: 'assets/store-1.js', imports: ['index.html'] },
  'src/frame/signed-in-frame.tsx': {
    file: 'assets/frame-1.js',
    imports: ['_store.js', '_libraries.js', 'index.html'],
  },
  'src/store/open-store.ts': { file: 'assets/open-store-1.js', imports: ['_store.js'] },
  'src/screens/practice/practice.tsx': {
    file: 'assets/practice-1.js',
    imports: ['_store.js'],
    css: ['assets/practice-1.css'],
  },
  'src/screens/sign-in/sign-in.tsx': { file: 'assets/sign-in-1.js', imports: ['index.html'] },
}

const appOf = (webFolder: string) =>
  new Hono().use(
    createWebAppMiddleware({ origin: 'http://localhost:3000', feedbackWidget: null }, webFolder, LOCALES),
  )

write('index.html', PAGE)
write('index.html.br', brotliCompressSync(PAGE))
write('assets/main-abc123.js', SCRIPT)
write('assets/main-abc123.js.br', brotliCompressSync(SCRIPT))
write('assets/main-abc123.js.gz', gzipSync(SCRIPT))
write('assets/font.woff2', 'font')
write('service-worker.js', '// worker')
write('theme.js', '// theme')
write('.vite/manifest.json', JSON.stringify(MANIFEST))
write('../secret.txt', 'nobody may read this')
const app = appOf(folder)

afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('[HT8] what has a hash in its name is kept for ever, everything else is asked for anew', async () => {
  const cacheOf = async (path: string) => (await get(path)).headers.get('cache-control')
  expect(await cacheOf('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/', '/practice', '/index.html', '/service-worker.js', '/theme.js']) {
    expect(await cacheOf(path)).toBe('no-cache')
  }
})

test.each([
  ['gzip, deflate, br;q=0.9', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['zstd', null],
])('[HT8] who accepts %j gets %s', async (accepted, encoding) => {
  const answer = await get('/assets/main-abc123.js', { 'accept-encoding': accepted })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const body = Buffer.from(await answer.arrayBuffer())
  const opened =
    encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  expect(opened.toString()).toBe(SCRIPT)
})

test('[HT8] a copy that is still right is not sent again', async () => {
  const etag = (await get('/theme.js')).headers.get('etag') ?? ''
  expect((await get('/theme.js', { 'if-none-match': etag })).status).toBe(304)
  expect((await get('/theme.js', { 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
  expect((await get('/theme.js', { 'if-none-match': '"other"' })).status).toBe(200)
  // The same file in another encoding is another answer.
  const brotli = (await get('/', { 'accept-encoding': 'br' })).headers.get('etag')
  expect((await get('/')).headers.get('etag')).not.toBe(brotli)
})

test('[HT8] the address of every screen gives the app’s page, an unknown address too but with 404', async () => {
  const screens = Object.keys(SCREEN_SOURCES).map(address => address.replace(':id', '8c1f'))
  // A browser, a link preview, and a monitor that sends no headers.
  for (const headers of [NAVIGATION, { accept: 'application/json', 'sec-fetch-mode': 'no-cors' }, {}])
    for (const path of [...screens, '/pieces/', '/PIECES']) {
      const answer = await get(path, headers)
      expect([answer.status, await answer.text()]).toEqual([200, PAGE])
    }
  for (const path of ['/nowhere', '/pieces/8c1f/other', '/favicon.ico']) {
    const answer = await get(path, NAVIGATION)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe(PAGE)
  }
})

test('[HT8] a missing file is never answered with the app’s page', async () => {
  for (const path of ['/assets/main-old.js', '/assets/old.css', '/icons/none.svg', '/nowhere.json']) {
    for (const headers of [
      { 'sec-fetch-mode': 'no-cors' },
      ...(path.startsWith('/assets/') ? [NAVIGATION] : []),
    ]) {
      const answer = await get(path, headers)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('Dacapo')
    }
  }
  expect((await get('/nowhere', { accept: 'application/json' })).status).toBe(404)
  expect(await (await get('/nowhere', { accept: 'application/json' })).text()).not.toContain('Dacapo')
})

test('[HT8] nothing outside the folder and nothing hidden in it can be reached', async () => {
  for (const path of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets\\..\\..\\secret.txt',
    '//etc/passwd',
    '/.vite/manifest.json',
    '/assets/main-abc123.js.br',
  ]) {
    const answer = await get(path, { 'sec-fetch-mode': 'cors' })
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toMatch(/nobody may read|screens|root:/)
  }
})

test('[HT8] before anything is built, a page is told how that is done', async () => {
  const answer = await appOf(join(folder, 'nowhere')).request('/practice', { headers: NAVIGATION })
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('npm start')
})

test('[HT8] the page of a screen names the code and the texts that the screen needs', async () => {
  const linkOf = async (path: string) => (await get(path, NAVIGATION)).headers.get('link')
  const text = (file: string) => `</locales/en/${file}.json>; rel=preload; as=fetch; crossorigin`
  expect(await linkOf('/practice')).toBe(
    [
      '</assets/libraries-1.js>; rel=modulepreload',
      '</assets/frame-1.js>; rel=modulepreload',
      '</assets/store-1.js>; rel=modulepreload',
      '</assets/open-store-1.js>; rel=modulepreload',
      '</assets/practice-1.js>; rel=modulepreload',
      text('common'),
      text('practice'),
    ].join(', '),
  )
  expect(await linkOf('/nowhere')).toBeNull()
  expect((await get('/theme.js')).headers.get('link')).toBeNull()
})

test.each(Object.entries(SCREEN_SOURCES))('the source of the screen at %s is there', (_, { source }) => {
  expect(existsSync(join(import.meta.dirname, '../../web/src/screens', source))).toBe(true)
})

test('[HT8][UI4] a page in another language names its texts and those that stand in for missing ones', async () => {
  const page = await get('/practice', { ...NAVIGATION, 'accept-language': 'de' })
  expect(page.headers.get('link')?.match(/\/locales\/[^>]*/g)).toEqual(
    ['de/common', 'de/practice', 'en/common', 'en/practice'].map(file => `/locales/${file}.json`),
  )
})

const NAVIGATION = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' }

const get = (path: string, headers: Record<string, string> = {}) =>
  Promise.resolve(app.request(`http://localhost:3000${path}`, { headers }))

function write(path: string, content: string | Buffer) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
