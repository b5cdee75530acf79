import { afterAll, expect, test } from 'vitest'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

const collecting = await aServer()
const production = await aServer(PRODUCTION_ENVIRONMENT)
afterAll(async () => {
  await collecting.close()
  await production.close()
})

const add = (server: typeof production, path: string, body: unknown) =>
  aBrowser(server).send(`/locales/add/${path}`, { method: 'POST', body })
const listed = async () => (await aBrowser(collecting).send(collecting.dev('/dev/missing-texts.json'))).json()

test('[HT8] in production missing texts are not collected', async () => {
  expect((await add(production, 'en/common', { 'no.such': 'no.such' })).status).toBe(404)
  expect((await aBrowser(production).send('/dev/missing-texts.json')).status).toBe(404)
  expect((await aBrowser(production).send('/signin')).headers.get('server-timing')).toBeNull()
})

test('[HT8] on a development machine each is told once in the log and stands in the list', async () => {
  for (let time = 0; time < 2; time++)
    expect((await add(collecting, 'en/common', { 'no.such': 'what was shown' })).status).toBe(204)
  expect(await listed()).toEqual([
    { language: 'en', namespace: 'common', key: 'no.such', fallback: 'what was shown' },
  ])
  const lines = collecting.logged.filter(line => line.includes('a text is missing: en/common no.such'))
  expect(lines).toHaveLength(1)
  const stranger = { method: 'POST', body: { stranger: 'x' }, headers: { 'x-forwarded-for': '203.0.113.7' } }
  expect((await aBrowser(collecting).send('/locales/add/en/common', stranger)).status).toBe(404)
  expect(await listed()).toHaveLength(1)
  // Every page says that missing texts are collected, so that no screen has to ask.
  const page = await aBrowser(collecting).send('/signin', { headers: { accept: 'text/html' } })
  expect(page.headers.get('server-timing')).toBe('missing-texts')
})

test.each([
  ['a language that is none of ours', 'fr/common', { key: 'x' }, 404],
  ['a way out of the folder', 'en/..%2f..%2fpackage', { key: 'x' }, 404],
  ['a text that is none', 'en/common', { key: 5 }, 422],
  ['a key of two lines', 'en/common', { 'key\nError: the house burns': 'x' }, 422],
  ['a text without end', 'en/common', { key: 'x'.repeat(1001) }, 422],
])('[HT8] %s is refused', async (_, path, body, status) => {
  const before = await listed()
  expect((await add(collecting, path, body)).status).toBe(status)
  expect(await listed()).toEqual(before)
})
