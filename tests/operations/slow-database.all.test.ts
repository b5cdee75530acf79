import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../e2e/running-server.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startFaultyNetwork } from '#tests/database/faulty-network.ts'
import { startMusician } from './saving-musician.ts'

type Musician = Awaited<ReturnType<typeof startMusician>>

const DELAY_MILLISECONDS = 300
/** Five times as many as the server answers at a time of one client. */
const MUSICIANS = 20

test('[DB8] a slow database makes saves slow or refused with 503, and nothing else; quick again, so is the server', async () => {
  const postgres = await startPostgres()
  const url = new URL(await postgres.createDatabase())
  const network = await startFaultyNetwork(Number(url.port))
  url.port = String(network.port)
  const server = await startServerProcess({ env: { DATABASE_URL: url.href } })
  try {
    const musicians: Musician[] = []
    for (let number = 0; number < MUSICIANS; number += 1)
      musicians.push(await startMusician(server, `musician-${number}@example.org`))

    network.delayBy(DELAY_MILLISECONDS)
    const refusals: string[] = []
    const saveTwice = async ({ acknowledged, save }: Musician) => {
      while (acknowledged.length < 2) {
        const outcome = await save(1)
        if (outcome === 'applied') continue
        refusals.push(outcome)
        // Less than the server asks for, so that it goes on being asked too much.
        await pause(200)
      }
    }
    const health = await healthUntil(server.origin, Promise.all(musicians.map(saveTwice)))
    expect(median(health)).toBeLessThan(DELAY_MILLISECONDS)
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) expect(refusal).toMatch(/^503 unavailable [2-8]$/)

    network.delayBy(0)
    for (const musician of musicians) expect(await musician.save(1)).toBe('applied')
    for (const musician of musicians) expect(await musician.missingAt(server)).toEqual([])
  } finally {
    await server.stop()
    await network.cut()
    await postgres.stop()
  }
}, 300_000)

/** Asks for health again and again until something has ended. Returns how long each answer took, in milliseconds. */
async function healthUntil(origin: string, end: Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  const ended = new AbortController()
  const ending = end.finally(() => ended.abort())
  while (!ended.signal.aborted) {
    const start = performance.now()
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    took.push(performance.now() - start)
    await pause(20)
  }
  await ending
  return took
}

const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Infinity
