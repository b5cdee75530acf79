import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import type { RunningServer } from '../e2e/running-server.ts'
import { BusyVisitor } from './visitor.ts'

const run = promisify(execFile)

/** The settings of a server whose devices send as fast as they are answered, each from an address of its own. */
export const CLOSED_LOOP_SETTINGS = {
  TRUST_PROXY: '1',
  LIMITS: 'syncPerMinute=1000000,mailsPerEmail=1000',
}

/** Schema of a device with a part to practice, at its revision. */
export const loopDeviceSchema = z.object({
  cookie: z.string(),
  user: z.string(),
  pieceId: z.string(),
  partId: z.string(),
  epoch: z.nullable(z.string()),
  since: z.number(),
})

/** A device that sends in a closed loop. Handed to the process that sends, which gives it back. */
export type LoopDevice = z.infer<typeof loopDeviceSchema>

/** Signs in so many musicians, one after the other, each with a piece of one part. */
export async function signInDevices({ origin }: RunningServer, count: number): Promise<LoopDevice[]> {
  const devices: LoopDevice[] = []
  for (let number = 0; number < count; number += 1) {
    const cookie = await signInAt(origin, `${randomUUID()}@example.org`)
    const { piece } = await new BusyVisitor(origin, cookie).withPiece()
    const { userId, pieceId, partId } = piece
    devices.push({ cookie, user: userId, pieceId, partId, epoch: null, since: 1 })
  }
  return devices
}

/** What a closed loop did: rounds per second, the milliseconds of each, and the devices as they are now. */
export type ClosedLoop<Device> = { perSecond: number; milliseconds: number[]; devices: Device[] }

/**
 * Runs a script of this folder that sends for its devices in a process of its own, and returns what it prints. The script
 * gets the target, the devices as JSON and then `options`.
 */
export async function runClosedLoop<Device>(
  script: string,
  target: string,
  { devices, schema }: { devices: readonly Device[]; schema: z.ZodType<Device> },
  ...options: readonly (string | number)[]
): Promise<ClosedLoop<Device>> {
  const args = [join(import.meta.dirname, script), target, JSON.stringify(devices), ...options.map(String)]
  const { stdout } = await run(process.execPath, args, { maxBuffer: 100_000_000 })
  const printed = z.object({
    took: z.number(),
    milliseconds: z.array(z.number()),
    devices: z.array(schema),
  })
  const sent = printed.parse(JSON.parse(stdout))
  const { milliseconds } = sent
  return { perSecond: milliseconds.length / sent.took, milliseconds, devices: sent.devices }
}
