import * as z from 'zod'
import { loopDeviceSchema } from './closed-loop.ts'

/** An assumption, as in docs/scaling.md. */
export const SAVES_PER_DAY = 15

export const inputSchema = z.object({
  origins: z.array(z.string()).min(1),
  devices: z.array(loopDeviceSchema).min(1),
  daysPerSecond: z.number(),
  seconds: z.number(),
  daySeconds: z.number(),
})

const times = z.array(z.number())

/** Times count from when a request was due. */
export const playedDaysSchema = z.object({
  days: z.number(),
  requests: z.number(),
  statuses: z.record(z.string(), z.number()),
  saveMilliseconds: times,
  otherMilliseconds: times,
  /** Until the other device has pulled a save. */
  seenMilliseconds: times,
  healthMilliseconds: times,
})
export type PlayedDays = z.infer<typeof playedDaysSchema>
