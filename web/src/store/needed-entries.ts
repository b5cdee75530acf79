import type { Intention } from '#core/library/change.ts'
import type { PartId, Practice, PracticeId } from '#core/library/piece.ts'

/** The practice entries on disk, found by index. */
export type History = {
  /** Returns the entries with these ids; those that are not there are left out. */
  withIds(ids: Iterable<PracticeId>): Promise<Practice[]>
  /** Returns the newest entries of a part, until `living` of them are not retracted. */
  newestOf(partId: PartId, living: number): Promise<Practice[]>
}

/**
 * Reads the entries that changes depend on, so that applyChange does the same with them as with the whole history: those
 * that they name, and where one is retracted, the entries that say when its part was practiced before (rules LI9, ST29).
 *
 * @param changes what is about to be applied
 * @param waiting what else is replayed over the same entries
 */
export async function neededEntries(
  history: History,
  changes: readonly Intention[],
  waiting: () => readonly Intention[],
): Promise<Practice[]> {
  const named = new Set(changes.flatMap(entryIdsIn))
  if (named.size === 0) return []
  const entries = await history.withIds(named)
  const retractions = changes.filter(isRetraction)
  if (retractions.length === 0) return entries
  const all = [...waiting(), ...changes]
  // Each may take the newest away, and the one behind them is what counts.
  const living = 1 + all.filter(isRetraction).length
  const partIds = retractions.map(
    ({ args: { id } }) =>
      entries.find(entry => entry.id === id)?.partId ?? all.find(isAdding(id))?.args.partId,
  )
  const found = await Promise.all(
    [...new Set(partIds)].filter(id => id !== undefined).map(id => history.newestOf(id, living)),
  )
  return [...entries, ...found.flat()]
}

/** Returns the ids of the practice entries that a change names. */
export const entryIdsIn = ({ kind, args }: Intention): PracticeId[] =>
  kind === 'practice.add' || kind === 'practice.retract' ? [args.id] : []

type Of<Kind extends Intention['kind']> = Extract<Intention, { kind: Kind }>

/** Returns true for a change that takes a practice entry back. */
export const isRetraction = (change: Intention): change is Of<'practice.retract'> =>
  change.kind === 'practice.retract'

const isAdding =
  (id: PracticeId) =>
  (change: Intention): change is Of<'practice.add'> =>
    change.kind === 'practice.add' && change.args.id === id
