import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { createWebAppMiddleware, addHeadersVersionToWorker } from './web-app.ts'
import { hashSecurityHeaders } from '#server/http/security-headers.ts'
import type { StaticFile } from './app-pages.ts'

const parent = mkdtempSync(join(tmpdir(), 'dacapo-pages-'))
const folder = join(parent, 'web')
const THEME = 'document.documentElement.dataset.theme = "$&"'

write(
  'index.html',
  `<!doctype html><html lang="en"><head><script src="/theme.js"></script>
<script type="module" crossorigin src="/assets/main.js"></script>
<link rel="stylesheet" crossorigin href="/assets/main.css">
</head><body><div id="root"></div></body></html>`,
)
write('theme.js', THEME)
write('assets/main.css', 'html{color:navy}')
write('assets/sign-in.css', 'form{gap:0}')
write('assets/practice.css', 'ol{gap:0}')
const screen = (name: string) => ({ file: `assets/${name}.js`, css: [`assets/${name}.css`] })
write(
  '.vite/manifest.json',
  JSON.stringify({
    'index.html': { file: 'assets/main.js', isEntry: true, css: ['assets/main.css'] },
    'src/screens/sign-in/sign-in.tsx': screen('sign-in'),
    'src/screens/practice/practice.tsx': screen('practice'),
  }),
)
const rendered = (place: string) => ({
  en: `<main>sign in ${place}</main>`,
  de: `<main>anmelden ${place}</main>`,
})
write('.vite/prerendered.json', JSON.stringify({ localhost: rendered('here'), anywhere: rendered('there') }))

afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('[HT93] visitors get the sign-in screen with the page at /, in their language', async () => {
  const rootOf = async (path: string, headers: Record<string, string> = {}, origin?: string) =>
    /<div id="root".*<\/div>/.exec((await load(path, headers, { origin })).html)?.[0]
  const german = { 'accept-language': 'de' }
  const session = { cookie: '__Host-dacapo.session_token=x' }
  const EMPTY = '<div id="root"></div>'
  expect(await rootOf('/')).toBe('<div id="root"><main>sign in there</main></div>')
  expect(await rootOf('/', german)).toContain('<main>anmelden there</main>')
  expect(await rootOf('/', german, 'http://localhost:3000')).toContain('<main>anmelden here</main>')
  // Whoever has a session is sent on to /practice.
  expect(await rootOf('/', session)).toBe(EMPTY)
  expect(await rootOf('/', { cookie: 'dacapo.session_token=x' }, 'http://localhost')).toBe(EMPTY)
  expect(await rootOf('/signin')).toBe(EMPTY)
  expect(await rootOf('/practice', session)).toBe(EMPTY)
})

test('[HT6][HT93] the theme script and the styles of the screen are in the page, and only they may run', async () => {
  const { html, headers } = await load('/signin')
  const scripts = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(([, code]) => code)
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
  expect(scripts).toEqual([THEME])
  expect(style).toBe('html{color:navy}form{gap:0}')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain(`script-src 'self' ${hashOf(THEME)};`)
  expect(policy).toContain(`style-src 'self' ${hashOf(style)};`)
  // Vite's loader finds these links and does not load the styles again.
  expect(html.match(/<link rel="stylesheet"[^>]*>/g)).toEqual(
    ['main', 'sign-in'].map(
      name => `<link rel="stylesheet" crossorigin href="/assets/${name}.css" disabled>`,
    ),
  )
})

test('[HT93][FB10] where a feedback widget may use inline styles, no hash takes that from it', async () => {
  const { headers } = await load('/signin', {}, { widget: 'https://widget.example' })
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("style-src 'self' https://widget.example 'unsafe-inline';")
  expect(policy).toContain(`script-src 'self' https://widget.example ${hashOf(THEME)};`)
})

test('[HT8][HT93] the sign-in page for everybody is another page than for whoever is signed in', async () => {
  const guest = await load('/')
  const musician = await load('/', { cookie: '__Host-dacapo.session_token=x' })
  expect(guest.headers.get('vary')).toContain('Cookie')
  expect(guest.headers.get('etag')).not.toBe(musician.headers.get('etag'))
})

async function load(
  path: string,
  headers: Record<string, string> = {},
  { origin = 'https://dacapo.example', widget }: { origin?: string | undefined; widget?: string } = {},
) {
  const feedbackWidget = widget === undefined ? null : { origin: widget, token: 'x', ids: {} }
  const settings = { origin, feedbackWidget } as Parameters<typeof createWebAppMiddleware>[0]
  const app = new Hono().use(
    createWebAppMiddleware(settings, folder, join(import.meta.dirname, '../../locales')),
  )
  const answer = await app.request(path, { headers })
  return { html: await answer.text(), headers: answer.headers }
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

function write(path: string, content: string) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const file = (text: string): StaticFile => ({
  type: 'text/javascript',
  etag: 'tag',
  bodies: new Map([
    ['identity', Buffer.from(text)],
    ['br', Buffer.from('compressed')],
  ]),
})
const files = new Map([
  ['/service-worker.js', file('(() => self.began = self.policy)()')],
  ['/theme.js', file('theme')],
])
const scriptOf = (file: StaticFile | undefined) => Buffer.from(file?.bodies.get('identity') ?? '').toString()

test('[HT6] the worker’s script changes with the headers that pages come with', () => {
  const policies = [null, { origin: 'https://widget.example' }].map(feedbackWidget =>
    hashSecurityHeaders({ feedbackWidget } as Parameters<typeof hashSecurityHeaders>[0]),
  )
  const [one, other] = policies.map(name => addHeadersVersionToWorker(name, files).get('/service-worker.js'))
  expect(scriptOf(one)).not.toBe(scriptOf(other))
  expect(one?.etag).not.toBe(other?.etag)
  // The compressed copies lack the change, so they are dropped.
  expect([...(one?.bodies.keys() ?? [])]).toEqual(['identity'])
})
