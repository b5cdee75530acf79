import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import type { RunningServer } from '../e2e/running-server.ts'
import { BusyVisitor } from './visitor.ts'

const run = promisify(execFile)

export const CLOSED_LOOP_SETTINGS = { TRUST_PROXY: '1', LIMITS: 'syncPerMinute=1000000,mailsPerEmail=1000' }

export const loopDeviceSchema = z.object({
  session: z.string(),
  user: z.string(),
  pieceId: z.string(),
  partId: z.string(),
  epoch: z.nullable(z.string()),
  /** Dacapo: the newest revision of the device. Parse Server: the time of its newest row in milliseconds. */
  since: z.number(),
})
export type LoopDevice = z.infer<typeof loopDeviceSchema>

export async function signInDevices({ origin }: RunningServer, count: number): Promise<LoopDevice[]> {
  const devices: LoopDevice[] = []
  for (let number = 0; number < count; number += 1) {
    const session = await signInAt(origin, `${randomUUID()}@example.org`)
    const { piece } = await new BusyVisitor(origin, session).withPiece()
    const { userId: user, pieceId, partId } = piece
    devices.push({ session, user, pieceId, partId, epoch: null, since: 1 })
  }
  return devices
}

const resultSchema = z.object({
  took: z.number(),
  milliseconds: z.array(z.number()),
  devices: z.array(loopDeviceSchema),
})

export async function runClosedLoop(
  [side, target]: readonly [side: string, target: string],
  kind: 'push' | 'pull',
  seconds: number,
  devices: readonly LoopDevice[],
): Promise<z.infer<typeof resultSchema>> {
  const script = join(import.meta.dirname, 'closed-loop.mjs')
  const args = [script, side, target, kind, String(seconds), JSON.stringify(devices)]
  const { stdout } = await run(process.execPath, args, { maxBuffer: 100_000_000 })
  return resultSchema.parse(JSON.parse(stdout))
}
