import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasNginx, startNginx } from './nginx.ts'
import { findWrongAnswers, startListeningServer } from './unread-bodies.ts'

let server: Awaited<ReturnType<typeof startListeningServer>>
beforeAll(async () => {
  server = await startListeningServer()
})
afterAll(() => server.close())

test.skipIf(!hasNginx())(
  '[HT68] behind nginx with eight kept connections, requests refused unread break no other request',
  async () => {
    for (const location of ['', 'proxy_request_buffering off;']) {
      const nginx = await startNginx(server.port, location, 8)
      expect(await findWrongAnswers(nginx.port, server.origin)).toEqual([])
      await nginx.close()
    }
  },
)
