import { expect, test } from 'vitest'
import { drainUnreadBody } from './drain-unread-body.ts'

const MB = 1024 * 1024

function aRequest(body: BodyInit, length: number): Request {
  // Node wants `duplex` beside a stream; the types of the browser do not know it.
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-length': String(length) },
    body,
    duplex: 'half',
  }
  return new Request('http://localhost/', init)
}

const connectionAfter = async (request: Request) =>
  (await drainUnreadBody(request, {}, new Response('no', { status: 401 }))).headers.get('connection')

test('[HT43] an answer to a body that is too large to be read on, or half read, closes the connection', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += MB
      controller.enqueue(new Uint8Array(MB))
    },
  })
  expect(await connectionAfter(aRequest(endless, 100 * MB))).toBe('close')
  expect(sent).toBeLessThan(12 * MB)

  const halfRead = aRequest(new Uint8Array(3 * MB), 3 * MB)
  await halfRead.body?.getReader().read()
  expect(await connectionAfter(halfRead)).toBe('close')
})

test('[HT43] an answer to a body that can be read on keeps the connection', async () => {
  expect(await connectionAfter(aRequest(new Uint8Array(3 * MB), 3 * MB))).toBeNull()
  expect(await connectionAfter(new Request('http://localhost/'))).toBeNull()
})
