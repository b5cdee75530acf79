import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createWebAppMiddleware } from './web-app.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PUBLIC = join(ROOT, 'web/public')
const body = readFileSync(join(ROOT, 'web/index.html'))
// The sources instead of a build, because only the head of the page matters here.
const app = new Hono().use(
  createWebAppMiddleware(
    { origin: 'https://dacapo.example', feedbackWidget: null },
    join(ROOT, 'web'),
    join(ROOT, 'locales'),
  ),
)

const get = async (path: string, headers: Record<string, string> = {}) => await app.request(path, { headers })
const meta = (html: string, name: string) =>
  RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

test.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['xx-FR, en;q=0.3, de;q=0.9', 'de'],
  ['en-GB,de;q=0.5', 'en'],
  ['xx', 'en'],
  ['', 'en'],
])('[HT79] whoever prefers %j reads what Dacapo is in %s', async (preferred, language) => {
  const answer = await get('/signin', { 'accept-language': preferred })
  const html = await answer.text()
  expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
  expect(html).toContain(`<html lang="${language}">`)
  const words = language === 'de' ? /hält den Klick/ : /keeps the click/
  for (const name of ['description', 'og:description']) expect(meta(html, name)).toMatch(words)
  expect(html.match(/name="description"/g)).toHaveLength(1)
})

test('[HT79][UI4] the language in the address comes first, then the one that was chosen in this browser', async () => {
  const chosen = async (cookie: string, address = '/signin') =>
    /<html lang="(.*?)"/.exec(await (await get(address, { 'accept-language': 'en', cookie })).text())?.[1]
  expect(await chosen('', '/signin?lng=de-AT')).toBe('de')
  expect(await chosen('i18next=de', '/signin?lng=en')).toBe('en')
  expect(await chosen('i18next=de', '/signin?lng=xx')).toBe('de')
  expect(await chosen('a=b; i18next=de-AT')).toBe('de')
  expect(await chosen('i18next=xx')).toBe('en')
  expect(await chosen('i18next="><script>')).toBe('en')
})

test('[HT79] the picture has an absolute address, is there, and as large as it is said to be', async () => {
  const html = await (await get('/')).text()
  const address = new URL(meta(html, 'og:image') ?? '')
  expect(address.origin).toBe('https://dacapo.example')
  const picture = readFileSync(join(PUBLIC, address.pathname))
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)].map(String)).toEqual([
    meta(html, 'og:image:width'),
    meta(html, 'og:image:height'),
  ])
  expect(meta(html, 'twitter:card')).toBe('summary_large_image')
})

test('[HT79][OF6] the file that the service worker checks stays as it was built', async () => {
  expect(Buffer.from(await (await get('/index.html', { 'accept-language': 'de' })).arrayBuffer())).toEqual(
    body,
  )
})

test('[HT79] robots are kept out of /api, and the icon is an icon', () => {
  expect(readFileSync(join(PUBLIC, 'robots.txt'), 'utf8')).toMatch(/^Disallow: \/api\/$/m)
  expect(existsSync(join(PUBLIC, 'favicon.ico'))).toBe(true)
  expect([...readFileSync(join(PUBLIC, 'favicon.ico')).subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
})
