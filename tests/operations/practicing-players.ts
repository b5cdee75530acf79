import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Change } from '#core/library/change.ts'
import type { Database } from '#server/database/database.ts'
import { addPracticeEntry, createPiece, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'
import {
  aUser,
  changeStatuses,
  createLibraryServer,
  storedRows,
  SyncingDevice,
} from '#tests/sync/library-server.ts'

const PLAYERS = 4
const BETWEEN_TRIES_MILLISECONDS = 50

/** Musicians who save one tempo after the other, whatever becomes of the database. */
export type Players = {
  /** The number of changes of each player that were acknowledged until now. */
  acknowledged(): number[]
  /** Waits until each player has `more` acknowledged changes more than now. */
  waitForMore(more: number): Promise<void>
  /** What was answered instead of an acknowledgment. */
  failures: readonly string[]
  stop(): Promise<void>
  /** Returns the number of changes that the database has of each player, and expects its tables to agree. */
  stored(database: Database): Promise<number[]>
  /**
   * After a restore: the devices learn of the new epoch and send everything again that they keep (rule SC16). Expects
   * that nothing is lost and nothing is there twice.
   */
  sendAgain(database: Database): Promise<void>
}

/** Signs up some musicians, who practice until they are stopped. */
export async function startPlayers(database: Database): Promise<Players> {
  const server = createLibraryServer(database)
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, async () => {
      const device = new SyncingDevice(server, await aUser(server, 'pro'))
      const [pieceId, partId] = [randomPieceId(), randomPartId()]
      const sent: Change[] = [createPiece({ pieceId, partIds: [partId] })]
      return { device, pieceId, partId, sent, acknowledged: 0 }
    }),
  )
  const failures: string[] = []
  const end = new AbortController()

  /** Returns true if the change was applied, by this try or by an earlier one whose answer was lost. */
  async function isSaved(device: SyncingDevice, change: Change): Promise<boolean> {
    try {
      const [status = 'no answer'] = changeStatuses(await device.sync(change))
      if (status === 'applied' || status === 'duplicate') return true
      failures.push(status)
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
    return false
  }

  const load = players.map(async player => {
    // A device has its piece first, then saves one tempo after the other.
    while (!end.signal.aborted) {
      const change = player.sent[player.acknowledged] ?? addPracticeEntry(player.pieceId, player.partId)
      if (player.acknowledged === player.sent.length) player.sent.push(change)
      if (await isSaved(player.device, change)) player.acknowledged += 1
      else await pause(BETWEEN_TRIES_MILLISECONDS)
    }
  })
  const acknowledged = () => players.map(player => player.acknowledged)

  return {
    acknowledged,
    failures,
    async waitForMore(more) {
      const before = acknowledged()
      const least = () => Math.min(...acknowledged().map((count, place) => count - (before[place] ?? 0)))
      await expect.poll(least).toBeGreaterThanOrEqual(more)
    },
    async stop() {
      end.abort()
      await Promise.all(load)
    },
    stored: reopened =>
      Promise.all(
        players.map(async ({ device }) => {
          const { practice, changes, revision } = await storedRows(reopened, device.user)
          // All tables are of one moment.
          expect(practice.length).toBe(changes.length - 1)
          expect(JSON.parse(revision[0] ?? '')).toMatchObject({ revision: changes.length })
          return changes.length
        }),
      ),
    async sendAgain(reopened) {
      const again = createLibraryServer(reopened)
      for (const { device: before, sent } of players) {
        // Another device goes on first, until its revisions are those that the first one knows from before.
        const other = new SyncingDevice(again, before.user)
        await other.syncAll()
        let others = 0
        for (; other.since <= before.since; others += 1)
          await other.sync(createPiece({ pieceId: randomPieceId() }))
        const device = new SyncingDevice(again, before.user)
        device.epoch = before.epoch
        device.since = before.since
        expect(await device.sync()).toMatchObject({ reset: true })
        for (let first = 0; first < sent.length; first += 50) {
          const answered = new Set(changeStatuses(await device.sync(...sent.slice(first, first + 50))))
          expect([...answered].filter(word => word !== 'applied' && word !== 'duplicate')).toEqual([])
        }
        await device.syncAll()
        expect([device.rows.pieces.size, device.rows.practice.size]).toEqual([1 + others, sent.length - 1])
        const { changes, pieces, practice } = await storedRows(reopened, device.user)
        expect([changes.length, pieces.length, practice.length]).toEqual([
          sent.length + others,
          1 + others,
          sent.length - 1,
        ])
      }
    },
  }
}
