import { expect, test } from 'vitest'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

const SESSION = '/api/v1/session'

test.each([
  ['a forwarding header from a proxy that was not set', '0', { 'x-forwarded-for': '203.0.113.7' }],
  ['a forwarding header in its newer form', '0', { forwarded: 'for=203.0.113.7' }],
  ['a forwarding header of another kind', '0', { 'x-real-ip': '203.0.113.7' }],
  ['no forwarding header from a proxy that was set', '1', {}],
  ['one hop where two proxies were set', '2', { 'x-forwarded-for': '203.0.113.7' }],
])('[HT4] %s is told in the log, as an error and once', async (_, TRUST_PROXY, headers) => {
  const server = await aServer({ ...PRODUCTION_ENVIRONMENT, TRUST_PROXY })
  for (let count = 0; count < 3; count += 1) await aBrowser(server).send(SESSION, { headers })
  const told = server.logged.filter(line => line.includes('TRUST_PROXY'))
  expect(told).toHaveLength(1)
  expect(JSON.parse(told[0] ?? '')).toMatchObject({ level: 50 })
  expect(told[0]).not.toContain('203.0.113')
  await server.close()
})

test.each([
  ['without a proxy', '0', {}],
  ['behind one that was set', '1', { 'x-forwarded-for': '198.51.100.66, 203.0.113.7' }],
])('[HT4] %s nothing is told', async (_, TRUST_PROXY, headers) => {
  const server = await aServer({ ...PRODUCTION_ENVIRONMENT, TRUST_PROXY })
  await aBrowser(server).send(SESSION, { headers })
  // A monitor on the same machine asks past the proxy.
  await aBrowser(server).get('/healthz')
  expect(server.logged.filter(line => line.includes('TRUST_PROXY'))).toEqual([])
  await server.close()
})
