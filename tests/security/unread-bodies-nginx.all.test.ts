import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#server/http/listen.ts'
import type { ListeningServer } from '#server/http/listen.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { findWrongAnswers } from './unread-bodies.ts'
import { aServer } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

let server: TestServer
let door: ListeningServer & { kind: 'listening' }

beforeAll(async () => {
  server = await aServer()
  const opened = await listen('127.0.0.1', 0)
  if (opened.kind === 'failed') throw new Error(opened.message)
  door = opened
  door.setHandler(server.app.fetch)
})
afterAll(async () => {
  await door.close()
  await server.close()
})

test.skipIf(!hasNginx())(
  '[HT43] behind nginx with eight kept connections, requests refused unread break no other request',
  async () => {
    for (const location of ['', 'proxy_request_buffering off;']) {
      const nginx = await startNginx(door.port, location, 8)
      expect(await findWrongAnswers(nginx.port, server.context.configuration.origin)).toEqual([])
      await nginx.close()
    }
  },
)
