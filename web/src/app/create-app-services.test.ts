import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdentityContext } from '#web/identity/user-identity.ts'
import { useSession } from '#web/identity/user-identity.ts'
import { DeviceLibraryContext, useLibrary, useStore, useSyncState } from '#web/store/device-library.ts'
import { recordChange } from '#web/store/record-change.ts'
import { pieceId, partId, bpm } from '#tests/library/builders.ts'
import { SimulatedDisk } from '#tests/torture/disk.ts'
import { TorturedTab } from '#tests/torture/tab.ts'
import { createAppServices, type AppServices } from './create-app-services.ts'

/** The server is out of reach, unless a test says otherwise. */
const network = vi.fn<(path: string) => Promise<Response>>()

beforeEach(() => {
  network.mockReset().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout, clearTimeout }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const clara = { id: 'clara', name: 'Clara', email: 'clara@example.org', image: null }

const newPiece = {
  kind: 'piece.create',
  args: {
    id: pieceId(1),
    name: 'Clair de lune',
    importance: 3,
    endTempo: bpm(120),
    parts: [{ id: partId(1), name: null, currentTempo: bpm(60) }],
  },
} as const

let numbers = 0

/** A store in memory that records as the app's own does. */
const aStore = () =>
  new TorturedTab(new SimulatedDisk(), { stored() {}, killed() {}, nextNumber: () => ++numbers })

/** Starts sync on a store of its own; a call takes back both. */
async function startSync({ device, sync }: AppServices): Promise<() => void> {
  device.store.set(aStore())
  const stop = sync.start()
  await vi.dynamicImportSettled()
  return () => {
    stop()
    device.store.set(null)
  }
}

/** What a component of an app is given: who is signed in, whose store is open, the library and the state of sync. */
function seenBy({ device, identity }: AppServices): unknown {
  let seen: unknown
  function Screen(): ReactNode {
    seen = {
      session: useSession(),
      userId: useStore()?.userId,
      library: useLibrary().kind,
      sync: useSyncState().kind,
    }
    return null
  }
  const screen = createElement(Screen)
  const withIdentity = createElement(IdentityContext, { value: identity }, screen)
  renderToStaticMarkup(createElement(DeviceLibraryContext, { value: device }, withIdentity))
  return seen
}

const INITIAL = { session: { kind: 'unknown' }, userId: undefined, library: 'loading', sync: 'syncing' }

test('who signs in in one of two apps is nobody in the other, and so is what goes wrong there', async () => {
  const [one, other] = [createAppServices(), createAppServices()]
  network.mockResolvedValueOnce(Response.json({ user: clara, stripeRole: null, signedInAt: 1, ended: null }))
  await one.identity.refresh()
  expect(one.identity.state.get()).toMatchObject({ kind: 'signed-in', user: clara })
  // There is no IndexedDB here.
  await expect.poll(() => one.device.storageTrouble.get()).toBe('forbidden')
  expect(seenBy(one)).toMatchObject({
    session: { kind: 'signed-in', user: clara },
    library: 'failed',
  })

  expect(seenBy(other)).toEqual(INITIAL)
  expect(other.device.storageTrouble.get()).toBeNull()
  other.identity.close()
  expect(one.identity.state.get()).toMatchObject({ kind: 'signed-in', user: clara })
  expect(other.identity.state.get()).toEqual({ kind: 'unknown' })
})

test('the sync of one app tells the other nothing, and is not started by it', async () => {
  const [one, other] = [createAppServices(), createAppServices()]
  const stop = await startSync(one)
  await expect.poll(() => one.sync.state.get().kind).toBe('offline')
  expect(other.sync.state.get().kind).toBe('syncing')

  const asked = network.mock.calls.length
  expect(asked).toBeGreaterThan(0)
  await other.device.sync.syncNow()
  expect(network).toHaveBeenCalledTimes(asked)
  await one.device.sync.syncNow()
  expect(network).toHaveBeenCalledTimes(asked + 1)
  expect(seenBy(other)).toEqual(INITIAL)
  stop()
})

test('a change that one app stores is neither stored, shown nor sent by the other', async () => {
  const [one, other] = [createAppServices(), createAppServices()]
  const [store, otherStore] = [aStore(), aStore()]
  one.device.store.set(store)
  expect(await recordChange(other.device, newPiece)).toEqual({ kind: 'failed' })
  other.device.store.set(otherStore)
  expect(await recordChange(one.device, newPiece)).toEqual({ kind: 'saved' })

  expect(store.copy.get().outbox).toHaveLength(1)
  expect(store.copy.get().view.pieces.size).toBe(1)
  expect(otherStore.copy.get().outbox).toEqual([])
  expect(otherStore.copy.get().view.pieces.size).toBe(0)
  expect(seenBy(one)).toMatchObject({ userId: store.userId })
  expect(seenBy(other)).toMatchObject({ userId: otherStore.userId })
})
