import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '#server/http/listen.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'

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

test('[HT15] whoever hangs up while still sending writes nothing into the log of errors', async () => {
  const server = await aServer()
  const door = await listen('127.0.0.1', 0)
  if (door.kind === 'failed') throw new Error(door.message)
  door.setHandler((request, env) => server.app.fetch(request, { ...Object(env) }))
  const { origin } = server.context.configuration
  const browser = await createSignedInBrowser(server, 'leaving@example.org')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const path of ['/api/v1/sync', '/api/v1/feedback']) {
    const socket = connect(door.port, '127.0.0.1')
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\n`
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 300\r\n\r\n{"half`)
    socket.end()
    await expect.poll(() => server.logged.some(line => line.includes(path))).toBe(true)
  }
  const levels = server.logged.map(line => Number(JSON.parse(line).level))
  expect(Math.max(...levels)).toBe(30)
  await door.close()
  await server.close()
})
