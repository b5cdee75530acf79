import { changeKindDefinition } from '#core/library/change-kinds.ts'
import type { Intention } from '#core/library/change.ts'
import type { Practice, PracticeEntryId } from '#core/library/piece.ts'
import type { HistoryReader } from './history-reader.ts'

/**
 * Reads the stored practice entries that must be known before changes are applied. These are the entries that the
 * changes refer to and, for a retraction, older entries of the same part. With them, applyChange returns the same
 * result as with the complete history (rules LI9, ST29).
 *
 * @param changes the changes that will be applied
 * @param waiting returns the other pending changes; called only if `changes` contains a retraction
 */
export async function readNeededEntries(
  history: HistoryReader,
  changes: readonly Intention[],
  waiting: () => readonly Intention[],
): Promise<Practice[]> {
  const named = new Set(changes.flatMap(practiceEntryIdsOfIntention))
  if (named.size === 0) return []
  const entries = await history.withIds(named)
  const retractions = changes.filter(isRetraction)
  if (retractions.length === 0) return entries
  const all = [...waiting(), ...changes]
  // Each retraction may remove the newest entry, and the one before it is needed then.
  const living = 1 + all.filter(isRetraction).length
  // Of several changes that add the same entry, only applyChange knows which ones it refuses: all their parts are read.
  const partIds = retractions.flatMap(({ args: { id } }) => [
    ...entries.filter(entry => entry.id === id).map(({ partId }) => partId),
    ...all.filter(isAdding(id)).map(({ args }) => args.partId),
  ])
  const found = await Promise.all([...new Set(partIds)].map(id => history.newestOf(id, living)))
  return [...entries, ...found.flat()]
}

/** Returns the ids of the practice entries that an intention (an action of the user) refers to. */
export const practiceEntryIdsOfIntention = (intention: Intention): readonly PracticeEntryId[] =>
  changeKindDefinition(intention).rows(intention.args).practice ?? []

type Of<Kind extends Intention['kind']> = Extract<Intention, { kind: Kind }>

/** Returns true if an intention (an action of the user) retracts a practice entry. */
export const isRetraction = (change: Intention): change is Of<'practice.retract'> =>
  change.kind === 'practice.retract'

const isAdding =
  (id: PracticeEntryId) =>
  (change: Intention): change is Of<'practice.add'> =>
    change.kind === 'practice.add' && change.args.id === id
