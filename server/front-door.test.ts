import { afterEach, expect, test } from 'vitest'
import { openDoor } from './front-door.ts'
import type { FrontDoor } from './front-door.ts'

const open: FrontDoor[] = []

afterEach(async () => {
  for (const door of open.splice(0)) await door.close()
})

test('[HT12] a port in use is named, with how to choose another', async () => {
  const { port } = await aDoor()
  const second = await openDoor('127.0.0.1', port)
  expect(second).toMatchObject({ kind: 'closed' })
  if (second.kind === 'open') return
  expect(second.message).toContain(`Port ${port} is in use`)
  expect(second.message).toContain(`PORT=${port + 1} npm start`)
})

test('[HT12] an address that is not this machine’s is named', async () => {
  const door = await openDoor('203.0.113.7', 0)
  expect(door).toMatchObject({ kind: 'closed', message: expect.stringContaining('HOST=203.0.113.7') })
})

test('[HT10] until the server can answer, requests are asked to come back', async () => {
  const door = await aDoor()
  const early = await fetch(`http://127.0.0.1:${door.port}/practice`)
  expect(early.status).toBe(503)
  expect(early.headers.get('retry-after')).toBe('1')
  door.answerWith(() => new Response('here'))
  expect(await (await fetch(`http://127.0.0.1:${door.port}/`)).text()).toBe('here')
})

test('[HT42] a connection is kept open for longer than a proxy keeps it', async () => {
  const door = await aDoor()
  const answer = await fetch(`http://127.0.0.1:${door.port}/`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
})

test('[HT17] closing lets a request that has begun finish, and takes no new one', async () => {
  const door = await aDoor()
  const { promise: working, resolve: finish } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  door.answerWith(async () => {
    begin()
    await working
    return new Response('finished')
  })
  const running = fetch(`http://127.0.0.1:${door.port}/`)
  await begun
  const closed = door.close()
  await expect(fetch(`http://127.0.0.1:${door.port}/`)).rejects.toThrow('fetch failed')
  finish()
  expect(await (await running).text()).toBe('finished')
  await closed
})

test('[HT17] what does not finish is cut off after the grace period', async () => {
  const door = await aDoor(100)
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  door.answerWith(() => {
    begin()
    return new Promise(() => {})
  })
  const running = fetch(`http://127.0.0.1:${door.port}/`)
  await begun
  // Without the cut this would wait for the answer for ever.
  await Promise.all([door.close(), expect(running).rejects.toThrow('fetch failed')])
})

async function aDoor(grace?: number): Promise<FrontDoor> {
  const door = await openDoor('127.0.0.1', 0, grace)
  if (door.kind === 'closed') throw new Error(door.message)
  open.push(door)
  return door
}
