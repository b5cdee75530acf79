import { expect, test } from 'vitest'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

test('[LG5] the line of a request holds what the Privacy Policy names, and neither address nor browser', async () => {
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
