import { expect, test } from 'vitest'
import { aBrowser, aServer } from '#tests/whole-server.ts'

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
