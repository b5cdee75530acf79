import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'

// Runs in a worker thread, so that the main thread's load does not distort the times. Requests /healthz ten times a second,
// each time on a new connection, and posts the times in milliseconds, measured from when each request was due.
const { origin, seconds } = z.object({ origin: z.url(), seconds: z.number() }).parse(workerData)
const requestHealth = () =>
  new Promise(resolve => {
    const outgoing = request(`${origin}/healthz`, { agent: false }, answer => {
      answer.resume().on('end', resolve)
    })
    outgoing.on('error', resolve).end()
  })

const startedAt = performance.now()
const pending: Promise<number>[] = []
while (pending.length < seconds * 10) {
  const due = startedAt + pending.length * 100
  await new Promise(resolve => setTimeout(resolve, due - performance.now()))
  pending.push(requestHealth().then(() => performance.now() - due))
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await Promise.all(pending))
