import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openDevicePage } from './device-page.ts'
import { expect, signedInUserId } from '../musician.ts'

export async function openDevice(page: Page, origin: string) {
  await openDevicePage(page, origin)
  const user = await signedInUserId(page, origin)
  await page.evaluate(async id => {
    await window.device.openStore(id)
    window.device.startSync()
  }, user)
  await expect.poll(() => page.evaluate(() => window.device.libraryKind())).toBe('ready')
}

export async function openDeviceWithoutServer(page: Page, origin: string, user = 'user-of-this-test') {
  await openDevicePage(page, origin)
  await page.evaluate(async id => {
    await window.device.openStore(id)
    window.device.setSyncOffline()
  }, user)
}

export async function openDeviceWithPiece(page: Page, origin: string): Promise<string> {
  await openDevice(page, origin)
  await recordPiece(page, 'Clair de lune')
  await expect.poll(() => readWaitingCount(page)).toBe(0)
  return signedInUserId(page, origin)
}

export async function recordPiece(page: Page, name: string) {
  const id = randomUUID()
  const recorded = await page.evaluate(
    ([piece, called]) => {
      const part = { id: window.device.newPartId(), name: null, currentTempo: 60 as never }
      const args = {
        id: piece as never,
        name: called,
        importance: 3 as const,
        endTempo: 120 as never,
        parts: [part],
      }
      return window.device.recordChange({ kind: 'piece.create', args })
    },
    [id, name] as const,
  )
  expect(recorded).toEqual({ kind: 'saved' })
}

export async function recordPracticeOfFirstPart(page: Page, tempo: number) {
  const recorded = await page.evaluate(reached => {
    const part = window.device.library()?.parts[0]
    if (part === undefined) throw new Error('nothing to practice')
    const args = {
      id: window.device.newPracticeEntryId(),
      pieceId: part.pieceId,
      partId: part.id,
      tempo: reached as never,
    }
    return window.device.recordChange({ kind: 'practice.add', args })
  }, tempo)
  expect(recorded).toEqual({ kind: 'saved' })
}

export async function patchFirstPiece(page: Page, fields: { name?: string; endTempo?: never }) {
  const recorded = await page.evaluate(given => {
    const id = window.device.library()?.pieces[0]?.id ?? window.device.newPieceId()
    return window.device.recordChange({ kind: 'piece.patch', args: { id, ...given } })
  }, fields)
  expect(recorded).toEqual({ kind: 'saved' })
}

export const shownPieceNames = async (page: Page) => (await readShownLibrary(page))?.names
export const readWaitingCount = (page: Page) => page.evaluate(() => window.device.syncState().waiting)
export const readSyncPhase = (page: Page) => page.evaluate(() => window.device.syncState().kind)

export const readShownLibrary = (page: Page) =>
  page.evaluate(async () => {
    const library = window.device.library()
    return library === null
      ? null
      : {
          names: library.pieces.map(piece => piece.name).toSorted(),
          goals: library.pieces.map(piece => Number(piece.endTempo)),
          practiced: (await window.device.entries())
            .map(entry => Number(entry.tempo))
            .toSorted((a, b) => a - b),
          waiting: window.device.syncState().waiting,
        }
  })
