import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'

// A thread of its own, so that the sending of a flood does not count as slowness of the server. Asks for /healthz ten times a
// second, each time on a new connection, and sends the times in milliseconds, counted from when each was due.
const { origin, seconds } = z.object({ origin: z.url(), seconds: z.number() }).parse(workerData)
const ask = () =>
  new Promise(resolve => {
    const sent = request(`${origin}/healthz`, { agent: false }, answer => {
      answer.resume().on('end', resolve)
    })
    sent.on('error', resolve).end()
  })

const begun = performance.now()
const asked: Promise<number>[] = []
while (asked.length < seconds * 10) {
  const due = begun + asked.length * 100
  await new Promise(resolve => setTimeout(resolve, due - performance.now()))
  asked.push(ask().then(() => performance.now() - due))
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await Promise.all(asked))
