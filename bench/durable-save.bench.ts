import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDevicePage } from '../e2e/sync/device-page.ts'
import { findOrInstallChromium } from '../scripts/test/browser.ts'

export const name = 'a save on the device until it is durable'

const PIECES = 200
const PARTS_EACH = 3
const SAVES = 300
// Answered by the page's own routes: nothing listens there.
const ORIGIN = 'http://localhost:9'

/**
 * Milliseconds from recordChange to 'saved' in Chromium, with 200 pieces of 3 parts confirmed and a queue that grows
 * with each save; on disk, because a private window keeps its databases in memory. The control asks for the
 * browser's relaxed durability, which may be told 'saved' before it is true.
 */
export async function measure() {
  const strict = await timesWith('strict')
  const relaxed = await timesWith('relaxed')
  return {
    pieces: PIECES,
    parts: PIECES * PARTS_EACH,
    saves: SAVES,
    'median, ms': strict.median,
    'p95, ms': strict.p95,
    'p99, ms': strict.p99,
    'control, relaxed durability: median, ms': relaxed.median,
    'control, relaxed durability: p99, ms': relaxed.p99,
  }
}

async function timesWith(durability: 'strict' | 'relaxed') {
  const browser = await findOrInstallChromium()
  if (browser.kind === 'none') throw new Error(browser.message)
  const profile = await mkdtemp(join(tmpdir(), 'dacapo-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser.path,
    chromiumSandbox: false,
  })
  try {
    return timesOf(await saves(context, durability))
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function saves(context: BrowserContext, durability: 'strict' | 'relaxed'): Promise<number[]> {
  const page = await context.newPage()
  if (durability === 'relaxed') await page.addInitScript(relaxEveryTransaction)
  await openDevicePage(page, ORIGIN)
  await fill(page)
  return page.evaluate(async count => {
    const times: number[] = []
    const { parts = [] } = window.device.library() ?? {}
    for (let save = 0; save < count; save++) {
      const part = parts[save % parts.length]
      if (part === undefined) throw new Error('nothing to practice')
      const args = {
        id: window.device.newPracticeEntryId(),
        pieceId: part.pieceId,
        partId: part.id,
        tempo: part.currentTempo,
      }
      const before = performance.now()
      const { kind } = await window.device.recordChange({ kind: 'practice.add', args })
      times.push(performance.now() - before)
      if (kind !== 'saved') throw new Error(kind)
    }
    return times
  }, SAVES)
}

/** A library that the server has confirmed, as after a first sync. */
async function fill(page: Page): Promise<void> {
  await page.evaluate(
    async ([pieces, partsEach]) => {
      const { device } = window
      await device.openStore('bench')
      device.giveUpOnServer()
      const tempo = 80 as never
      for (let piece = 0; piece < pieces; piece++) {
        const parts = Array.from({ length: partsEach }, (_, part) => ({
          id: device.newPartId(),
          name: `section ${part}`,
          currentTempo: tempo,
        }))
        const args = {
          id: device.newPieceId(),
          name: `piece ${piece}`,
          importance: 3 as const,
          endTempo: tempo,
          parts,
        }
        await device.recordChange({ kind: 'piece.create', args })
      }
      await device.store()?.applyRound(({ view, outbox }) => ({
        reset: false,
        rows: {
          pieces: [...view.pieces.values()].map(row => Object.assign({ ...row }, { revision: 1 })),
          parts: [...view.parts.values()].map(row => Object.assign({ ...row }, { revision: 1 })),
        },
        entries: [],
        acknowledged: [],
        answered: outbox.map(row => row.seq),
        rejected: [],
        position: {
          cursor: 1,
          isLibraryComplete: true,
          entriesCursor: 1,
          isHistoryComplete: true,
          epoch: 'bench',
          role: 'pro',
          clockOffset: 0,
        },
      }))
    },
    [PIECES, PARTS_EACH] as const,
  )
}

/** In the page: whatever durability is asked for, the relaxed one is given. */
function relaxEveryTransaction() {
  const transaction = Reflect.get(IDBDatabase.prototype, 'transaction')
  const relaxed = function (this: IDBDatabase, ...[stores, mode]: unknown[]): unknown {
    return Reflect.apply(transaction, this, [stores, mode, { durability: 'relaxed' }])
  }
  Object.assign(IDBDatabase.prototype, { transaction: relaxed })
}

function timesOf(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? NaN).toFixed(2))
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) }
}
