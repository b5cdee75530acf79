import { expect, test, vi } from 'vitest'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

test('[HT15] an error is logged with its causes, and addresses in its words are taken out', async () => {
  const { context, logged, close } = await aServer()
  const cause = Object.assign(new Error('Key (email)=(kai.b+x@example.org) exists'), {
    code: '23505',
    detail: 'x',
  })
  context.log.error(new Error('no user for kai@example.org', { cause }), 'failed')
  context.log.error({ err: 'kai@example.org' }, 'failed')
  const lines = logged.map(line => JSON.parse(line))
  expect(lines[0].err).toMatchObject({ message: 'no user for [address]', cause: { reason: '23505' } })
  expect(lines[0].err.cause.message).toBe('Key (email)=([address]) exists')
  expect(logged.join('')).not.toMatch(/kai|detail/)
  await close()
})

test('[LG1][HT15] the line of a request holds what the Privacy Policy names, and no address, however it is written', async () => {
  const server = await aServer()
  const browser = aBrowser(server, '203.0.113.7')
  const headers = { 'user-agent': 'Mozilla/5.0 (a phone)', 'x-forwarded-for': '198.51.100.9' }
  for (const path of [
    '/api/v1/session?secret=1',
    '/stop/kai.b+x@example.org/now',
    '/stop/kai.b%2Bx%40example.org',
    '/api/v1/kai@example.org',
  ])
    await browser.send(path, { headers })
  const lines = server.logged.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(lines.map(({ path }) => path)).toEqual([
    '/api/v1/session',
    '/stop/[address]/now',
    '/stop/[address]',
    '/api/v1/[address]',
  ])
  const fields = ['id', 'level', 'method', 'milliseconds', 'msg', 'path', 'status', 'time']
  for (const line of lines) expect(Object.keys(line).toSorted()).toEqual(fields)
  expect(server.logged.join('')).not.toMatch(/203\.0\.113|198\.51\.100|Mozilla|secret=|kai/)
  // Looking for addresses in a long path is cheap.
  const before = process.cpuUsage()
  await browser.get(`/${'a'.repeat(200_000)}`)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
  await server.close()
})

test('[HT15] a line holds at most 500 characters of a path, and at most 50 refusals a second are logged', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const server = await aServer()
  try {
    const stranger = aBrowser(server)
    for (let count = 0; count < 80; count += 1) await stranger.get(`/api/v1/${'x'.repeat(15_000)}`)
    const paths = () => server.logged.flatMap(line => JSON.parse(line).path ?? [])
    expect(paths()).toEqual(Array.from({ length: 50 }, () => `/api/v1/${'x'.repeat(492)}`))
    // Other requests are logged nevertheless, and the next second has a limit of its own.
    await stranger.get('/api/v1/session')
    vi.setSystemTime(Date.now() + 1000)
    await stranger.get('/api/v1/gone')
    expect(paths().slice(50)).toEqual(['/api/v1/session', '/api/v1/gone'])
  } finally {
    vi.useRealTimers()
    await server.close()
  }
})
