import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWebApp, serveWebApp } from './web-app.ts'

const parent = mkdtempSync(join(tmpdir(), 'dacapo-pages-'))
const folder = join(parent, 'web')
const EARLY = 'addEventListener("click", mark)'
const THEME = 'document.documentElement.dataset.theme = "$&"'

beforeAll(() => {
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
    en: { '/signin': `<main>sign in ${place}</main>`, '/practice': '<main>today</main>' },
    de: { '/signin': `<main>anmelden ${place}</main>`, '/practice': '<main>heute</main>' },
  })
  write(
    '.vite/prerendered.json',
    JSON.stringify({ script: EARLY, localhost: rendered('here'), anywhere: rendered('there') }),
  )
})

afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('[HT93] visitors get the first rendering of the screen that they will see, in their language', async () => {
  const rootOf = async (path: string, headers: Record<string, string> = {}, origin?: string) =>
    /<div id="root">(.*)<\/div>/.exec((await load(path, headers, { origin })).html)?.[1]
  const german = { 'accept-language': 'de' }
  const session = (name: string) => ({ cookie: `${name}=x` })
  expect(await rootOf('/signin')).toBe('<main>sign in there</main>')
  expect(await rootOf('/SignIn/', german)).toBe('<main>anmelden there</main>')
  expect(await rootOf('/signin', german, 'http://localhost:3000')).toBe('<main>anmelden here</main>')
  // Whoever has a session will be led to /practice, and whoever has none to /signin.
  expect(await rootOf('/signin', session('__Host-dacapo.session_token'))).toBe('')
  expect(await rootOf('/practice')).toBe('')
  expect(await rootOf('/practice', session('__Host-dacapo.session_token'))).toBe('<main>today</main>')
  expect(await rootOf('/practice', session('dacapo.session_token'), 'http://localhost')).toBe(
    '<main>today</main>',
  )
  expect(await rootOf('/account', session('__Host-dacapo.session_token'))).toBe('')
})

test('[HT6][HT93] the theme script and the styles of the screen are in the page, and only they may run', async () => {
  const { html, headers } = await load('/signin')
  const scripts = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(([, code]) => code)
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
  expect(scripts).toEqual([THEME, EARLY])
  expect(style).toBe('html{color:navy}form{gap:0}')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain(`script-src 'self' ${hashOf(THEME)} ${hashOf(EARLY)};`)
  expect(policy).toContain(`style-src 'self' ${hashOf(style)};`)
  // Vite's loader finds the links and asks for nothing again.
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
  expect(policy).toContain(`script-src 'self' https://widget.example ${hashOf(THEME)} ${hashOf(EARLY)};`)
})

test('[HT93] below a first rendering code comes after the font; otherwise nothing comes before it', async () => {
  const signIn = await load('/signin')
  expect(signIn.headers.get('link')).toContain('</assets/sign-in.js>; rel=modulepreload; fetchpriority=low')
  expect(signIn.html).toContain('<script type="module" fetchpriority="low"')
  const practice = await load('/practice')
  expect(practice.headers.get('link')).toContain('</assets/practice.js>; rel=modulepreload,')
  expect(practice.html).toContain('<script type="module" crossorigin')
})

test('[HT8][HT93] the page for everybody is another one than the page for whoever is signed in', async () => {
  const guest = await load('/practice')
  const musician = await load('/practice', { cookie: '__Host-dacapo.session_token=x' })
  expect(guest.headers.get('vary')).toContain('Cookie')
  expect(guest.headers.get('etag')).not.toBe(musician.headers.get('etag'))
})

async function load(
  path: string,
  headers: Record<string, string> = {},
  { origin = 'https://dacapo.example', widget }: { origin?: string | undefined; widget?: string } = {},
) {
  const feedbackWidget = widget === undefined ? null : { origin: widget, token: 'x', ids: {} }
  const settings = { origin, feedbackWidget } as Parameters<typeof createWebApp>[0]
  const app = new Hono().use(
    serveWebApp(createWebApp(settings, folder, join(import.meta.dirname, '../../locales'))),
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
