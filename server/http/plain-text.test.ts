import { expect, test } from 'vitest'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

test('[HT2] feedback and addresses are kept without what no database can store, and refused when nothing is left', async () => {
  const server = await aServer()
  const browser = aBrowser(server)
  const spoiled = { text: 'a\u0000\u0007b\nc\ud800', language: 'd\u0000e', screen: '/\udc00x' }
  expect((await browser.post('/api/v1/feedback', spoiled)).status).toBe(204)
  expect((await browser.post('/api/v1/feedback', { ...spoiled, text: '\u0000 \u0001' })).status).toBe(422)
  const rows = await server.context.database.db.selectFrom('feedback').selectAll().execute()
  expect(rows).toMatchObject([{ text: 'ab\nc\ufffd', language: 'de', screen: '/\ufffdx' }])
  const events = [{ name: 'page_view', at: 1, path: '/strange\u0000\ud800' }]
  expect((await browser.post('/api/v1/events', { events })).status).toBe(204)
  const kept = await server.context.database.db.selectFrom('event').select('parameters').execute()
  expect(kept).toContainEqual({ parameters: { path: '/strange\ufffd' } })
  await server.close()
})
