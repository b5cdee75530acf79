import { expect, test, vi } from 'vitest'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

test('[LG1] the line of a request holds what the Privacy Policy names, and neither address nor browser', async () => {
  const server = await aServer()
  await aBrowser(server, '203.0.113.7').send('/api/v1/session?secret=1', {
    headers: { 'user-agent': 'Mozilla/5.0 (a phone)', 'x-forwarded-for': '198.51.100.9' },
  })
  const lines = server.logged.filter(line => line.includes('"request"'))
  expect(lines.map(line => Object.keys(JSON.parse(line)).sort())).toEqual([
    ['id', 'level', 'method', 'milliseconds', 'msg', 'path', 'status', 'time'],
  ])
  expect(server.logged.join('')).not.toMatch(/203\.0\.113|198\.51\.100|Mozilla|secret=/)
  await server.close()
})

test('[HT15] an e-mail address in the path of a request is not in its line, however it is written', async () => {
  const server = await aServer()
  for (const path of [
    '/stop/kai.b+x@example.org/now',
    '/stop/kai.b%2Bx%40example.org',
    '/api/v1/kai@example.org',
  ])
    await aBrowser(server).get(path)
  const paths = server.logged.map(line => JSON.parse(line).path).filter(path => path !== undefined)
  expect(paths).toEqual(['/stop/[address]/now', '/stop/[address]', '/api/v1/[address]'])
  await server.close()
})

test('[HT15] looking for addresses in a long path costs no time to speak of', async () => {
  const server = await aServer()
  const before = process.cpuUsage()
  await aBrowser(server).get(`/${'a'.repeat(200_000)}`)
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
    // What was done is logged nevertheless, and the next second has lines of its own.
    await stranger.get('/api/v1/session')
    vi.setSystemTime(Date.now() + 1000)
    await stranger.get('/api/v1/gone')
    expect(paths().slice(50)).toEqual(['/api/v1/session', '/api/v1/gone'])
  } finally {
    vi.useRealTimers()
    await server.close()
  }
})
