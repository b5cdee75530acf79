import * as z from 'zod'
import { loopDeviceSchema } from './closed-loop.ts'

/** Saved tempos on a day with practice. An assumption, as in docs/scaling.md. */
export const SAVES_PER_DAY = 15

/** What play-days.ts is told: `daySeconds` is how long a musician's practice of a day takes, compressed. */
export const toPlaySchema = z.object({
  origins: z.array(z.string()).min(1),
  devices: z.array(loopDeviceSchema).min(1),
  daysPerSecond: z.number(),
  seconds: z.number(),
  daySeconds: z.number(),
})

const times = z.array(z.number())

/** What play-days.ts measured. Times are in milliseconds and count from the moment at which something was due. */
export const playedDaysSchema = z.object({
  days: z.number(),
  requests: z.number(),
  /** How many requests were answered with each status; `none` without an answer. */
  statuses: z.record(z.string(), z.number()),
  /** Saves that were applied. */
  saveMilliseconds: times,
  /** Sessions, pulls, events. */
  otherMilliseconds: times,
  /** From when a save was due until the other device, told by its stream, had pulled it. */
  seenMilliseconds: times,
  healthMilliseconds: times,
})
export type PlayedDays = z.infer<typeof playedDaysSchema>
