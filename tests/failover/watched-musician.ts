import { setTimeout as pause } from 'node:timers/promises'
import type { RunningServer } from '../../e2e/running-server.ts'
import { startMusician } from '#tests/operations/saving-musician.ts'

const BETWEEN_SAVES_MILLISECONDS = 50

/** A save and what became of it. Times are those of performance.now(). */
type WatchedSave = { began: number; ended: number; outcome: string }

/** A musician who saves one tempo after another at a server, whatever it answers. */
export async function startWatchedMusician(server: RunningServer, email: string) {
  const musician = await startMusician(server, email)
  const saves: WatchedSave[] = []
  const end = new AbortController()
  const practicing = (async () => {
    while (!end.signal.aborted) {
      const began = performance.now()
      // What is not answered within 20 s rejects, and is no answer.
      const outcome = await musician.save(1).catch((error: unknown) => `no answer: ${String(error)}`)
      saves.push({ began, ended: performance.now(), outcome })
      await pause(BETWEEN_SAVES_MILLISECONDS)
    }
  })()
  return {
    saves,
    acknowledged: musician.acknowledged,
    /** Stops, and returns the acknowledged entries that a server does not have. */
    async missingAt(other: RunningServer): Promise<string[]> {
      end.abort()
      await practicing
      return musician.missingAt(other)
    },
  }
}

export type WatchedMusician = Awaited<ReturnType<typeof startWatchedMusician>>
