import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { CHECK_SESSION_REVISION } from '#server/database/revision-bus.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { aUser, createLibraryServer, SyncingDevice } from '#tests/sync/library-server.ts'

export type RevisionBusKind = {
  name: string
  openNodes: () => Promise<readonly [Database, Database]>
  disconnect: (node: Database) => Promise<void> | void
}

export function revisionBusContract({ name, openNodes, disconnect }: RevisionBusKind): void {
  const withNodes = (contract: (one: Database, other: Database) => Promise<void>) => async () => {
    const nodes = await openNodes()
    await Promise.all([waitUntilConnected(nodes[0], nodes[1]), waitUntilConnected(nodes[1], nodes[0])])
    await contract(...nodes)
    await Promise.all(nodes.map(node => node.close()))
  }

  describe(`the revision bus with ${name}`, () => {
    test(
      '[LS13] what one node writes is heard on it and on every other, by its user and nobody else',
      withNodes(async (one, other) => {
        const device = new SyncingDevice(createLibraryServer(one), await aUser({ database: one }))
        const [here, there] = [noticesOf(one, device.user), noticesOf(other, device.user)]
        const stranger = noticesOf(other, 'somebody else')
        for (const revision of [1, 2]) {
          await device.sync(createPiece())
          await expect.poll(() => [newest(here), newest(there)]).toEqual([revision, revision])
        }
        expect(newest(stranger)).toBe(0)
      }),
    )

    test(
      '[LS13] of many changes at once the newest is heard everywhere, of thousands of users',
      withNodes(async (one, other) => {
        const users = Array.from({ length: 2000 }, () => `user-${randomUUID()}`)
        const revisions = new Map<string, number>()
        for (const user of users)
          other.bus.subscribe(user, revision =>
            revisions.set(user, Math.max(revision, revisions.get(user) ?? 0)),
          )
        await one.db
          .insertInto('user_revision')
          .values(users.map(user_id => ({ user_id, revision: 3 })))
          .execute()
        for (const revision of [3, 1, 2]) for (const user of users) one.bus.publish(user, revision)
        await expect.poll(() => users.filter(user => revisions.get(user) === 3).length).toBe(users.length)
      }),
    )

    test(
      '[LS13] the end of a session on one node is known on another within five seconds',
      withNodes(async (one, other) => {
        const user = await aUser({ database: one })
        await insertSessions(one, user, ['kept', 'ended'])
        const heard = noticesOf(other, user)
        await skipFirstNotices(heard)
        await endSession(one, user, 'ended')
        await expect.poll(() => heard, { timeout: 5000 }).toEqual([CHECK_SESSION_REVISION])
      }),
    )

    test(
      '[LS28] after a lost connection every listener hears what it missed, and what is new',
      withNodes(async (one, other) => {
        const device = new SyncingDevice(createLibraryServer(one), await aUser({ database: one }))
        await device.sync(createPiece())
        const quiet = await aUser({ database: one })
        await insertSessions(one, quiet, ['kept', 'ended'])
        const [heard, quietHeard] = [noticesOf(other, device.user), noticesOf(other, quiet)]
        await skipFirstNotices(quietHeard)
        // Written without a notice, so that only a look into the database finds it.
        const revision = { revision: 41 }
        await one.db.updateTable('user_revision').set(revision).where('user_id', '=', device.user).execute()
        await one.db.deleteFrom('session').where('id', '=', `${quiet} ended`).execute()
        await disconnect(one)
        await expect.poll(() => [newest(heard), quietHeard.at(-1)]).toEqual([41, CHECK_SESSION_REVISION])
        one.bus.publish(device.user, 42)
        const { user } = device
        await one.db.updateTable('user_revision').set({ revision: 42 }).where('user_id', '=', user).execute()
        await expect.poll(() => newest(heard)).toBe(42)
      }),
    )
  })
}

export function noticesOf({ bus }: Database, userId: string): number[] {
  const heard: number[] = []
  bus.subscribe(userId, notice => heard.push(notice))
  return heard
}

/** Returns the newest revision, or 0. Ignores ended sessions, because polling reports them again at any time. */
export const newest = (heard: readonly number[]): number => Math.max(0, ...heard)

export async function waitUntilConnected(writing: Database, listening: Database): Promise<void> {
  const probe = `probe-${randomUUID()}`
  let isHeard = false
  const unsubscribe = listening.bus.subscribe(probe, () => (isHeard = true))
  await expect
    .poll(() => {
      writing.bus.publish(probe, CHECK_SESSION_REVISION)
      return isHeard
    })
    .toBe(true)
  unsubscribe()
}

/** Polling reports a new subscriber once. Waits for that notice and those of earlier changes and discards them. */
async function skipFirstNotices(heard: number[]): Promise<void> {
  await pause(2500)
  heard.length = 0
}

const NO_ORIGIN = { ipAddress: null, userAgent: null, updatedAt: new Date() }

export async function insertSessions({ db }: Database, userId: string, names: readonly string[]) {
  const expiresAt = new Date(Date.now() + 1e9)
  const rows = names.map(name => ({ id: `${userId} ${name}`, token: `${userId} ${name}`, userId, expiresAt }))
  await db
    .insertInto('session')
    .values(rows.map(row => ({ ...row, ...NO_ORIGIN })))
    .execute()
}

export async function endSession({ db, bus }: Database, userId: string, name: string) {
  await db.deleteFrom('session').where('id', '=', `${userId} ${name}`).execute()
  bus.publish(userId, CHECK_SESSION_REVISION)
}
