import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { stepsOfDay } from './musician-day.ts'
import { closeDeviceConnections, PlayedMusician } from './played-musician.ts'
import { playedDaysSchema, toPlaySchema } from './played-days.ts'
import type { PlayedDays } from './played-days.ts'

// A process of its own, so that sending does not slow what is measured. Reads what to play from standard input: days that
// begin at equal distances, whether or not earlier ones were answered (an open loop). Every time counts from the moment at
// which a request was due, so that a server that stands still is not asked less (no coordinated omission).
const { origins, devices, daysPerSecond, seconds, daySeconds } = toPlaySchema.parse(
  JSON.parse(await text(process.stdin)),
)
const played: PlayedDays = {
  took: 0,
  days: Math.round(daysPerSecond * seconds),
  requests: 0,
  statuses: {},
  saveMilliseconds: [],
  otherMilliseconds: [],
  seenMilliseconds: [],
  healthMilliseconds: [],
  acknowledged: 0,
}
const musicians = devices.map((device, number) => {
  const at = (node: number) => origins[(number + node) % origins.length] ?? ''
  // Every server knows the first origin as its own. The tablet listens at another server than the phone saves at.
  return new PlayedMusician(
    device,
    { origin: at(0), phone: at(0), tablet: at(1), known: origins[0] ?? '' },
    played,
  )
})

const begun = performance.now() + 100
const due = Array.from({ length: played.days }, (_, day) => {
  const musician = musicians[day % musicians.length]
  const start = begun + (day / daysPerSecond) * 1000
  return stepsOfDay().map(({ at, does }) => ({ at: start + at * daySeconds * 1000, does, musician }))
})
  .flat()
  .toSorted((one, other) => one.at - other.at)

const pending: Promise<void>[] = []
const workerData = { origin: origins[0], seconds: seconds + daySeconds }
const health = once(new Worker(new URL('ask-health.ts', import.meta.url), { workerData }), 'message')
let next = 0
while (next < due.length) {
  for (; next < due.length && (due[next]?.at ?? 0) <= performance.now(); next += 1) {
    const step = due[next]
    if (step?.musician !== undefined) pending.push(step.musician.does(step.does, step.at))
  }
  await new Promise(resolve => setTimeout(resolve, 2))
}
await Promise.all(pending)
played.took = (performance.now() - begun) / 1000
const [healthMilliseconds] = await health
console.log(JSON.stringify(playedDaysSchema.parse({ ...played, healthMilliseconds })))
closeDeviceConnections()
