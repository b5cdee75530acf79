import { isDeepStrictEqual } from 'node:util'
import { undeletedPieces, undeletedPartsOf, type LibraryWithNeededEntries } from '#core/library/library.ts'
import { findPartNameFault, findPieceNameFault, parseImportance } from '#core/library/piece.ts'
import { MAX_FREE_PARTS_PER_PIECE, MAX_FREE_PIECES } from '#core/plan/plan.ts'
import { parseBpm, parseGoalBpm } from '#core/music/tempo.ts'
import { visibleLibrary } from '#tests/sync/visible-library.ts'
import { replayOutbox } from '#web/store/library-copy.ts'
import { expectedLibrary } from './expected.ts'
import type { AppliedChange, SimulatedWorld } from './world.ts'

export async function findWorldFaults(world: SimulatedWorld): Promise<string[]> {
  const library = await world.server.library()
  return [
    ...(await unsynced(world, library)),
    ...changeFaults(world),
    ...historyFaults(world, library),
    ...ruleFaults(library, world.log),
    ...expectedLibrary(world.log).differencesFrom(library),
  ]
}

async function unsynced(
  { devices, server }: SimulatedWorld,
  library: LibraryWithNeededEntries,
): Promise<string[]> {
  const truth = JSON.stringify(plain(visibleLibrary(library)))
  const order = partOrder(library)
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
      else if (partOrder(tab.shown()) !== order)
        faults.push(`device ${number}, tab ${place} shows the sections in another order`)
    }
    return faults
  })
}

const partOrder = (library: LibraryWithNeededEntries) =>
  undeletedPieces(library)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id }) => undeletedPartsOf(library, id).map(part => part.id))
    .join()

function changeFaults({ recorded, log, devices }: SimulatedWorld): string[] {
  const times = Map.groupBy(log, ({ change }) => change.id)
  return [...recorded.values()].flatMap(({ change, device, isWiped }) => {
    const applied = (times.get(change.id) ?? []).filter(({ mayBeForgotten }) => !mayBeForgotten).length
    if (applied > 1) return [`${change.id} was applied ${applied} times`]
    const code = devices[device]?.disk.rejected.get(change.id)?.code
    // The app creates only valid changes.
    if (code === 'invalid' || code === 'unknown-kind') return [`${change.id} was refused as ${code}`]
    const isAnswered = times.has(change.id) || code !== undefined
    return isAnswered || isWiped ? [] : [`${change.kind} ${change.id} of device ${device} is nowhere`]
  })
}

/**
 * A device always has every entry it saved, in its outbox or its history, also while older entries are downloaded. Only
 * after a reset may its history be incomplete.
 */
export function findVanishedEntries({ recorded, devices }: SimulatedWorld): string[] {
  return [...recorded.values()].flatMap(({ change, device: number, isWiped }) => {
    const disk = devices[number]?.disk
    if (change.kind !== 'practice.add' || isWiped || disk === undefined) return []
    const { position, confirmed, outbox, rejected } = disk
    const isLoading = position.generation > 0 && !position.isHistoryComplete
    const isStored =
      confirmed.practice.has(change.args.id) ||
      rejected.has(change.id) ||
      outbox.some(({ id }) => id === change.id)
    return isStored || isLoading ? [] : [`the tempo ${change.args.id} has vanished from device ${number}`]
  })
}

/** A tab shows what a replay of its whole outbox gives, even if it replayed less (ST29). */
export function findWrongViews({ devices }: SimulatedWorld): string[] {
  const withoutRevisions = (rows: ReadonlyMap<unknown, object>) =>
    new Map([...rows].map(([id, row]) => [id, { ...row, revision: 0 }]))
  return devices.flatMap(({ tabs }, number) =>
    tabs.flatMap(tab => {
      const copy = tab.copy.get()
      const replayed = replayOutbox(copy)
      const isSame = (['pieces', 'parts', 'practice'] as const).every(table =>
        isDeepStrictEqual(withoutRevisions(copy.view[table]), withoutRevisions(replayed[table])),
      )
      return isSame ? [] : [`a tab of device ${number} does not show what a full replay gives`]
    }),
  )
}

function historyFaults({ recorded, devices }: SimulatedWorld, library: LibraryWithNeededEntries): string[] {
  const faults: string[] = []
  const saved = new Map<string, boolean>()
  for (const { change, device, isWiped } of recorded.values()) {
    if (change.kind !== 'practice.add') continue
    const isRejected = devices[device]?.disk.rejected.has(change.id) === true
    saved.set(change.args.id, isWiped || isRejected)
  }
  for (const [id, isOptional] of saved)
    if (!isOptional && !library.practice.has(id as never)) faults.push(`the tempo ${id} is not in history`)
  for (const id of library.practice.keys()) if (!saved.has(id)) faults.push(`nobody saved the tempo ${id}`)
  return faults
}

function ruleFaults(library: LibraryWithNeededEntries, log: readonly AppliedChange[]): string[] {
  const faults: string[] = []
  const pieces = undeletedPieces(library)
  for (const piece of pieces) {
    const parts = undeletedPartsOf(library, piece.id)
    if (parts.length === 0) faults.push(`${piece.id} has no part`)
    if (findPieceNameFault(piece.name) !== null) faults.push(`a piece is called "${piece.name}"`)
    if (parseImportance(piece.importance) === null) faults.push(`urgency ${piece.importance}`)
    if (parseGoalBpm(piece.endTempo) === null) faults.push(`goal ${piece.endTempo}`)
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
  [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(withSortedKeys)
// A database returns its columns in another order.
const withSortedKeys = (row: object) =>
  Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const plain = ({ pieces, parts, practice }: ReturnType<typeof visibleLibrary>) => ({
  pieces: sorted(pieces),
  parts: sorted(parts),
  practice: sorted(practice),
})
