import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { portOnceListening } from '#tests/mail/mail-server.ts'
import { checkRedisBus } from './check-redis-bus.ts'

test('[DR9] a Redis that takes the connection and then answers nothing is a fault', async () => {
  const server = createServer(socket => {
    socket.on('error', () => {})
    // To the commands with which a client begins it says OK; a subscription has another answer, which never comes.
    socket.on('data', chunk => {
      const begun = String(chunk).match(/\b(HELLO|SETINFO)\r\n/gi) ?? []
      socket.write('+OK\r\n'.repeat(begun.length))
    })
  })
  const port = await portOnceListening(server.listen(0, '127.0.0.1'))
  const findings = await checkRedisBus({ live: { kind: 'redis', url: `redis://127.0.0.1:${port}` } })
  expect(findings).toMatchObject([
    { kind: 'fault', message: expect.stringContaining('no message came back') },
  ])
  server.close()
})
