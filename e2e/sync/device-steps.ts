import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { openDevicePage } from './device-page.ts'
import { expect, signedInUserId } from '../musician.ts'

/** The page with the library of whoever is signed in, kept together with the server. */
export async function openDevice(page: Page, origin: string) {
  await openDevicePage(page, origin)
  const user = await signedInUserId(page, origin)
  await page.evaluate(async id => {
    await window.device.openStore(id)
    window.device.startSync()
  }, user)
  await expect.poll(() => page.evaluate(() => window.device.libraryKind())).toBe('ready')
}

/** The page with the library of a user whom no server knows: it is shown as soon as nobody is left to ask. */
export async function openAlone(page: Page, origin: string, user = 'user-of-this-test') {
  await openDevicePage(page, origin)
  await page.evaluate(async id => {
    await window.device.openStore(id)
    window.device.giveUpOnServer()
  }, user)
}

/** The page with the library of whoever is signed in, and one piece that the server has. Gives the user's id. */
export async function openWithPiece(page: Page, origin: string): Promise<string> {
  await openDevice(page, origin)
  await record(page, 'Clair de lune')
  await expect.poll(() => waiting(page)).toBe(0)
  return signedInUserId(page, origin)
}

/** A whole piece by its name. */
export async function record(page: Page, name: string) {
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

/** A tempo for the first part there is. */
export async function recordPractice(page: Page, tempo: number) {
  const recorded = await page.evaluate(reached => {
    const part = window.device.library()?.parts[0]
    if (part === undefined) throw new Error('nothing to practice')
    const args = {
      id: window.device.newPracticeId(),
      pieceId: part.pieceId,
      partId: part.id,
      tempo: reached as never,
    }
    return window.device.recordChange({ kind: 'practice.add', args })
  }, tempo)
  expect(recorded).toEqual({ kind: 'saved' })
}

/** Other fields for the first piece there is. */
export async function patch(page: Page, fields: { name?: string; endTempo?: never }) {
  const recorded = await page.evaluate(given => {
    const id = window.device.library()?.pieces[0]?.id ?? window.device.newPieceId()
    return window.device.recordChange({ kind: 'piece.patch', args: { id, ...given } })
  }, fields)
  expect(recorded).toEqual({ kind: 'saved' })
}

/** The names of the pieces, as a screen would show them. */
export const names = async (page: Page) => (await shown(page))?.names
/** How many changes the server has not answered. */
export const waiting = (page: Page) => page.evaluate(() => window.device.syncState().waiting)
/** How sync stands. */
export const phase = (page: Page) => page.evaluate(() => window.device.syncState().kind)

/** All that the tests compare of a library; null while it is not known. */
export const shown = (page: Page) =>
  page.evaluate(() => {
    const library = window.device.library()
    return library === null
      ? null
      : {
          names: library.pieces.map(piece => piece.name).toSorted(),
          goals: library.pieces.map(piece => Number(piece.endTempo)),
          practiced: library.practice.map(entry => Number(entry.tempo)).toSorted((a, b) => a - b),
          waiting: window.device.syncState().waiting,
        }
  })

/** The changes that were refused. */
export const parked = (page: Page) => page.evaluate(() => window.device.parked())

/** How many changes a round carried. */
export const changesIn = (body: string | null) =>
  body === null ? 0 : (JSON.parse(body) as { changes: unknown[] }).changes.length
