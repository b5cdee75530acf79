import {
  recordPracticeOfFirstPart,
  shownPieceNames,
  openDevice,
  openDeviceWithPiece,
  readRejectedChanges,
  patchFirstPiece,
  readSyncPhase,
  recordPiece,
  readShownLibrary,
  readWaitingCount,
} from './device-steps.ts'
import { signedInUserId } from '../musician.ts'
import { expect, test } from './scenario-station.ts'
import { hangRequests } from '../states/trouble.ts'
import {
  expectSameElements,
  openOffline,
  practiceRepeatedly,
  readWaitingChangeIds,
} from './scenario-steps.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Defines the scenarios with several devices and a reachable server. */
export function scenariosOnDevices() {
  test.beforeEach(({ musician }) => musician.signIn())

  test('[SC4] what is added, edited and practiced offline survives a reload and arrives once', async ({
    page,
    dacapo,
    station,
  }) => {
    await openDevice(page, dacapo.origin)
    const user = await signedInUserId(page, dacapo.origin)
    await page.context().setOffline(true)
    await recordPiece(page, 'Clair de lune')
    await patchFirstPiece(page, { name: 'Clair de Lune', endTempo: 132 as never })
    const practiced = await practiceRepeatedly(page, 3)
    await openOffline(page, dacapo.origin, user)
    const offline = { names: ['Clair de Lune'], goals: [132], practiced: [40, 41, 42], waiting: 5 }
    expect(await readShownLibrary(page)).toEqual(offline)
    const saved = await readWaitingChangeIds(page)
    await page.context().setOffline(false)
    await page.evaluate(() => void window.device.startSync())
    await expect.poll(() => readShownLibrary(page)).toEqual({ ...offline, waiting: 0 })
    const stored = await station.tablesOf(user)
    expectSameElements(stored.changes, saved)
    expectSameElements(stored.practice, practiced)
    expect(stored.pieces).toEqual(['Clair de Lune'])
  })

  test('[ME1][SC19][LI20] edits of two devices that did not know of each other are merged field by field, and of a piece that one of them deleted the history stays, and only that', async ({
    page,
    musician,
    dacapo,
  }) => {
    const phone = await musician.secondDevice()
    const setOffline = async (isOffline: boolean) => {
      for (const device of [phone, page]) await device.context().setOffline(isOffline)
    }
    for (const device of [page, phone]) await openDevice(device, dacapo.origin)
    await recordPiece(page, 'Clair de lune')
    await expect.poll(() => shownPieceNames(phone)).toEqual(['Clair de lune'])

    await test.step('edits are merged field by field', async () => {
      await setOffline(true)
      await patchFirstPiece(page, { endTempo: 132 as never })
      await patchFirstPiece(page, { name: 'By the page' })
      await recordPracticeOfFirstPart(page, 93)
      await patchFirstPiece(phone, { name: 'By the phone' })
      await recordPracticeOfFirstPart(phone, 81)
      await setOffline(false)
      const both = { names: ['By the phone'], goals: [132], practiced: [81, 93], waiting: 0 }
      for (const device of [page, phone]) await expect.poll(() => readShownLibrary(device)).toEqual(both)
    })

    await test.step('of a piece deleted on one device and practiced on the other the history stays', async () => {
      await setOffline(true)
      await recordPracticeOfFirstPart(page, 97)
      await phone.evaluate(async () => {
        const id = window.device.library()?.pieces[0]?.id
        if (id !== undefined) await window.device.recordChange({ kind: 'piece.delete', args: { id } })
      })
      await setOffline(false)
      const living = (on: typeof page) =>
        on.evaluate(async () => ({
          pieces: window.device.library()?.pieces.filter(piece => piece.deletedAt === null).length,
          practiced: (await window.device.entries())
            .map(({ tempo }) => Number(tempo))
            .toSorted((a, b) => a - b),
          waiting: window.device.syncState().waiting,
        }))
      for (const device of [page, phone])
        await expect.poll(() => living(device)).toEqual({ pieces: 0, practiced: [81, 93, 97], waiting: 0 })
      expect(await readRejectedChanges(page)).toEqual([])
    })
  })

  test('[RC1] what the server refuses disappears and is kept with its reason, and what follows is done', async ({
    page,
    musician,
    dacapo,
  }) => {
    const phone = await musician.secondDevice()
    for (const device of [page, phone]) await openDevice(device, dacapo.origin)
    for (const name of ['one', 'two', 'three']) await recordPiece(page, `piece ${name}`)
    await expect.poll(async () => (await shownPieceNames(phone))?.length).toBe(3)
    await page.context().setOffline(true)
    await recordPiece(page, 'piece four')
    await practiceRepeatedly(page, 2)
    await patchFirstPiece(page, { name: 'piece one and a half' })
    await recordPiece(phone, 'piece five')
    await expect.poll(() => readWaitingCount(phone)).toBe(0)
    expect(await shownPieceNames(page)).toContain('piece four')
    await page.context().setOffline(false)
    await expect.poll(() => readWaitingCount(page)).toBe(0)
    expect(await page.evaluate(() => window.device.syncState().rejected)).toBe(1)
    expect(await readRejectedChanges(page)).toMatchObject([
      { code: 'too-many-pieces', change: { args: { name: 'piece four' } } },
    ])
    for (const device of [page, phone])
      await expect
        .poll(() => readShownLibrary(device))
        .toMatchObject({
          names: ['piece five', 'piece one and a half', 'piece three', 'piece two'],
          practiced: [40, 41],
        })
  })

  test('[SC12] a tab that hangs with the lock in its hand keeps another from the server for five seconds at most @window', async ({
    page,
    dacapo,
  }) => {
    await openDevice(page, dacapo.origin)
    const user = await signedInUserId(page, dacapo.origin)
    const hung = await page.context().newPage()
    // A page without the app: what it does not hold, it cannot keep from others.
    await hung.route('**/hangs', route => route.fulfill({ contentType: 'text/html', body: '' }))
    await hangRequests(hung, '**/never')
    await hung.goto(`${dacapo.origin}/hangs`)
    const hangs = hung.waitForRequest('**/never')
    await hung.evaluate(
      id =>
        new Promise<void>(holding => {
          void navigator.locks.request(`dacapo-sync-${id}`, () => {
            holding()
            // It does not even run any more: its main thread waits for an answer that does not come.
            setTimeout(() => {
              const request = new XMLHttpRequest()
              request.open('GET', '/never', false)
              request.send()
            }, 50)
            return new Promise(() => {})
          })
        }),
      user,
    )
    await hangs
    const before = Date.now()
    await recordPiece(page, 'Clair de lune')
    await expect.poll(() => readWaitingCount(page), { timeout: 14_000 }).toBe(0)
    expect(Date.now() - before).toBeGreaterThan(3000)
    // Nor does the next round wait: the lock was taken away.
    const held = () =>
      page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
    await expect.poll(held).not.toContain(`dacapo-sync-${user}`)
  })

  for (const [how, error] of [
    ['an hour slow', -HOUR],
    ['three days fast', 3 * DAY],
  ] as const)
    test(`[ME1] a device whose clock is ${how}, and jumps back, shows its edits at once, and the later one stands`, async ({
      page,
      musician,
      dacapo,
    }) => {
      const phone = await musician.secondDevice()
      await page.addInitScript(wrong => {
        const now = Date.now.bind(Date)
        Object.assign(window, { clockError: wrong })
        Date.now = () => now() + Number(Reflect.get(window, 'clockError'))
      }, error)
      for (const device of [page, phone]) await openDevice(device, dacapo.origin)
      await recordPiece(phone, 'From the phone')
      await expect.poll(() => shownPieceNames(page)).toEqual(['From the phone'])
      await patchFirstPiece(page, { name: 'From the wrong one' })
      expect(await shownPieceNames(page)).toEqual(['From the wrong one'])
      await expect.poll(() => shownPieceNames(phone)).toEqual(['From the wrong one'])
      await patchFirstPiece(phone, { name: 'Later' })
      await expect.poll(() => shownPieceNames(page)).toEqual(['Later'])
      await page.evaluate(() => Object.assign(window, { clockError: 0 }))
      await patchFirstPiece(page, { name: 'After the jump' })
      expect(await shownPieceNames(page)).toEqual(['After the jump'])
      await expect.poll(() => shownPieceNames(phone)).toEqual(['After the jump'])
      await patchFirstPiece(phone, { name: 'Last of all' })
      for (const device of [page, phone])
        await expect.poll(() => shownPieceNames(device)).toEqual(['Last of all'])
    })

  test('[SC4] five thousand changes of a long trip arrive, each once and in their order', async ({
    page,
    dacapo,
    station,
  }) => {
    test.setTimeout(120_000)
    const user = await openDeviceWithPiece(page, dacapo.origin)
    await page.context().setOffline(true)
    const practiced = await page.evaluate(async () => {
      const [part] = window.device.library()?.parts ?? []
      if (part === undefined) throw new Error('nothing to practice')
      const ids: string[] = []
      // In a hundred transactions of fifty: what takes long here is the disk, and not what is tested.
      for (let turn = 0; turn < 100; turn++) {
        const intentions = Array.from({ length: 50 }, (_, number) => {
          const id = window.device.newPracticeEntryId()
          ids.push(id)
          const tempo = (40 + ((turn + number) % 180)) as never
          const args = { id, pieceId: part.pieceId, partId: part.id, tempo }
          return { kind: 'practice.add' as const, args }
        })
        const { kind } = await window.device.recordChanges(intentions)
        if (kind !== 'saved') throw new Error(kind)
      }
      return ids
    })
    expect(await readWaitingCount(page)).toBe(5000)
    const saved = await readWaitingChangeIds(page)
    await page.context().setOffline(false)
    await expect.poll(() => readWaitingCount(page), { timeout: 90_000 }).toBe(0)
    expect(await readSyncPhase(page)).toBe('synced')
    const stored = await station.tablesOf(user)
    expectSameElements(stored.practice, practiced)
    const arrived = new Set(stored.changes)
    expect(saved.filter(id => !arrived.has(id))).toEqual([])
    expect(stored.changes).toHaveLength(5001)
  })
}
