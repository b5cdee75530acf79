import { isDeepStrictEqual } from 'node:util'
import { undeletedPieces, undeletedPartsOf, type LibraryWithEntries } from '#core/library/library.ts'
import { findPartNameFault, findPieceNameFault, parseImportance } from '#core/library/piece.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES } from '#core/plan/plan.ts'
import { parseBpm, parseGoalTempo } from '#core/music/tempo.ts'
import { visibleLibrary } from '#tests/sync/visible-library.ts'
import { replayOutbox } from '#web/store/library-copy.ts'
import { expectedLibrary } from './expected.ts'
import type { AppliedChange, SimulatedWorld } from './world.ts'

/** Checks a simulated world after all devices have synced. Returns the broken promises as sentences. */
export async function findWorldFaults(world: SimulatedWorld): Promise<string[]> {
  const library = await world.server.library()
  return [
    ...(await apart(world, library)),
    ...lost(world),
    ...historyFaults(world, library),
    ...brokenRules(library, world.log),
    ...expectedLibrary(world.log).differencesFrom(library),
  ]
}

/** Every device shows what the server has, and nothing waits. */
async function apart({ devices, server }: SimulatedWorld, library: LibraryWithEntries): Promise<string[]> {
  const truth = JSON.stringify(plain(visibleLibrary(library)))
  const order = sectionsOf(library)
  const revision = await server.revision()
  return devices.flatMap(({ disk, tabs }, number) => {
    const { outbox, position } = disk
    const faults: string[] = []
    if (outbox.length > 0) faults.push(`${outbox.length} changes still wait on device ${number}`)
    if (position.cursor !== revision || position.entriesCursor !== revision)
      faults.push(`device ${number} is at ${position.cursor}, ${position.entriesCursor} of ${revision}`)
    if (!position.isLibraryComplete || !position.isHistoryComplete)
      faults.push(`device ${number} is not complete`)
    for (const [place, tab] of tabs.entries()) {
      const shown = JSON.stringify(plain(visibleLibrary(tab.shown())))
      if (shown !== truth)
        faults.push(`device ${number}, tab ${place} shows ${shown} and the server ${truth}`)
      else if (sectionsOf(tab.shown()) !== order)
        faults.push(`device ${number}, tab ${place} shows the sections in another order`)
    }
    return faults
  })
}

/** The sections of all pieces in the order in which they are shown. */
const sectionsOf = (library: LibraryWithEntries) =>
  undeletedPieces(library)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id }) => undeletedPartsOf(library, id).map(part => part.id))
    .join()

/** Every change that was saved on a device was applied once, or stands aside with a reason. */
function lost({ made, log, devices }: SimulatedWorld): string[] {
  const times = Map.groupBy(log, ({ change }) => change.id)
  return [...made.values()].flatMap(({ change, device, isExcused }) => {
    const applied = (times.get(change.id) ?? []).filter(({ forgotten }) => !forgotten).length
    if (applied > 1) return [`${change.id} was applied ${applied} times`]
    const code = devices[device]?.disk.rejected.get(change.id)?.code
    // What an app makes is valid.
    if (code === 'invalid' || code === 'unknown-kind') return [`${change.id} was refused as ${code}`]
    const isAnswered = times.has(change.id) || code !== undefined
    return isAnswered || isExcused ? [] : [`${change.kind} ${change.id} of device ${device} is nowhere`]
  })
}

/**
 * What was saved on a device is in its own history at every moment: it waits, or it is in the log, also while older entries
 * are on their way. Only a device that has begun anew waits for it.
 */
export function findVanishedEntries({ made, devices }: SimulatedWorld): string[] {
  return [...made.values()].flatMap(({ change, device: number, isExcused }) => {
    const disk = devices[number]?.disk
    if (change.kind !== 'practice.add' || isExcused || disk === undefined) return []
    const { position, confirmed, outbox, rejected } = disk
    const isOnItsWay = position.generation > 0 && !position.isHistoryComplete
    const isThere =
      confirmed.practice.has(change.args.id) ||
      rejected.has(change.id) ||
      outbox.some(({ id }) => id === change.id)
    return isThere || isOnItsWay ? [] : [`the tempo ${change.args.id} has vanished from device ${number}`]
  })
}

/** What a tab shows is what all that still waits gives on what is confirmed, also where less was replayed (rule ST29). */
export function findWrongViews({ devices }: SimulatedWorld): string[] {
  const unnumbered = (rows: ReadonlyMap<unknown, object>) =>
    new Map([...rows].map(([id, row]) => [id, { ...row, revision: 0 }]))
  return devices.flatMap(({ tabs }, number) =>
    tabs.flatMap(tab => {
      const copy = tab.copy.get()
      const replayed = replayOutbox(copy)
      const isSame = (['pieces', 'parts', 'practice'] as const).every(table =>
        isDeepStrictEqual(unnumbered(copy.view[table]), unnumbered(replayed[table])),
      )
      return isSame ? [] : [`a tab of device ${number} does not show what a full replay gives`]
    }),
  )
}

/** The history holds every tempo that was saved, once, and nothing else. */
function historyFaults({ made, devices }: SimulatedWorld, library: LibraryWithEntries): string[] {
  const faults: string[] = []
  const saved = new Map<string, boolean>()
  for (const { change, device, isExcused } of made.values()) {
    if (change.kind !== 'practice.add') continue
    const isRejected = devices[device]?.disk.rejected.has(change.id) === true
    saved.set(change.args.id, isExcused || isRejected)
  }
  for (const [id, mayMiss] of saved)
    if (!mayMiss && !library.practice.has(id as never)) faults.push(`the tempo ${id} is not in the history`)
  for (const id of library.practice.keys()) if (!saved.has(id)) faults.push(`nobody saved the tempo ${id}`)
  return faults
}

/** What no library may be, whatever happened. */
function brokenRules(library: LibraryWithEntries, log: readonly AppliedChange[]): string[] {
  const faults: string[] = []
  const pieces = undeletedPieces(library)
  for (const piece of pieces) {
    const parts = undeletedPartsOf(library, piece.id)
    if (parts.length === 0) faults.push(`${piece.id} has no part`)
    if (findPieceNameFault(piece.name) !== null) faults.push(`a piece is called "${piece.name}"`)
    if (parseImportance(piece.importance) === null) faults.push(`urgency ${piece.importance}`)
    if (parseGoalTempo(piece.endTempo) === null) faults.push(`goal ${piece.endTempo}`)
    for (const { name, currentTempo } of parts) {
      if (name !== null && findPartNameFault(name) !== null) faults.push(`a part is called "${name}"`)
      if (parseBpm(currentTempo) === null) faults.push(`tempo ${currentTempo}`)
    }
  }
  const isFree = log.length > 0 && log.every(({ role }) => role === null)
  if (isFree && pieces.length > MAX_FREE_PIECES) faults.push(`${pieces.length} pieces on the Free plan`)
  if (isFree && pieces.some(({ id }) => undeletedPartsOf(library, id).length > MAX_FREE_PARTS_PER_PIECE))
    faults.push('too many parts on the Free plan')
  return faults
}

const sorted = <T extends { id: string }>(rows: ReadonlyMap<unknown, T>) =>
  [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(inOrder)
// Rows of the database have their columns in another order.
const inOrder = (row: object) =>
  Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const plain = ({ pieces, parts, practice }: ReturnType<typeof visibleLibrary>) => ({
  pieces: sorted(pieces),
  parts: sorted(parts),
  practice: sorted(practice),
})
