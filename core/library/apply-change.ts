import type { Change, ChangeKind, Intention } from './change.ts'
import {
  applyPartAdd,
  applyPartDelete,
  applyPartPatch,
  applyPartRestore,
  applyPieceCreate,
  applyPieceDeleteOrRestore,
  applyPiecePatch,
  applyPracticeAdd,
  applyPracticeRetract,
  type ChangeOutcome,
  type ChangeOfKind,
} from './change-outcome.ts'
import { createMutableCopy, upsertRowsInPlace, type LibraryWithNeededEntries } from './library.ts'
import { normalizeName, type PartId, type PieceId, type PracticeEntryId } from './piece.ts'

/** Must be pure and idempotent: devices and the server apply the same changes, and some more than once. */
export const applyChange = (library: LibraryWithNeededEntries, change: Change): ChangeOutcome =>
  definitionOfChangeKind(change).apply(library, change)

export function replayChanges(
  library: LibraryWithNeededEntries,
  changes: readonly Change[],
): LibraryWithNeededEntries {
  if (changes.length === 0) return library
  const after = createMutableCopy(library)
  for (const change of changes) {
    const outcome = applyChange(after, change)
    if (outcome.kind === 'applied') upsertRowsInPlace(after, outcome.rows)
  }
  return after
}

type ReferencedRowIds = {
  readonly pieces?: readonly PieceId[]
  readonly parts?: readonly PartId[]
  readonly practice?: readonly PracticeEntryId[]
}

/** Contains no schemas of the arguments, so that a device can apply changes without loading them. */
type KindDefinition<C extends Change, Args = C['args']> = {
  readonly apply: (library: LibraryWithNeededEntries, change: C) => ChangeOutcome
  readonly rows: (args: Args) => ReferencedRowIds
  readonly adds?: 'piece' | 'part'
  readonly withTidyNames?: (args: Args) => Args
}

const piece = ({ id }: { id: PieceId }): ReferencedRowIds => ({ pieces: [id] })
const part = ({ id }: { id: PartId }): ReferencedRowIds => ({ parts: [id] })
const withTidyName = <Args extends { name?: string }>(args: Args): Args =>
  args.name === undefined ? args : { ...args, name: normalizeName(args.name) }

const CHANGE_KINDS: { readonly [K in ChangeKind]: KindDefinition<ChangeOfKind<K>> } = {
  'piece.create': {
    apply: applyPieceCreate,
    rows: ({ id, parts }) => ({ pieces: [id], parts: parts.map(added => added.id) }),
    adds: 'piece',
    withTidyNames: args => ({
      ...withTidyName(args),
      parts: args.parts.map(added =>
        added.name === null ? added : { ...added, name: normalizeName(added.name) },
      ),
    }),
  },
  'piece.patch': {
    apply: applyPiecePatch,
    rows: piece,
    withTidyNames: withTidyName,
  },
  'piece.delete': {
    apply: applyPieceDeleteOrRestore,
    rows: piece,
  },
  'piece.restore': {
    apply: applyPieceDeleteOrRestore,
    rows: piece,
    adds: 'piece',
  },
  'part.add': {
    apply: applyPartAdd,
    rows: ({ id, pieceId }) => ({ pieces: [pieceId], parts: [id] }),
    adds: 'part',
    withTidyNames: withTidyName,
  },
  'part.patch': {
    apply: applyPartPatch,
    rows: part,
    withTidyNames: withTidyName,
  },
  'part.delete': { apply: applyPartDelete, rows: part },
  'part.restore': {
    apply: applyPartRestore,
    rows: ({ id, pieceId }) => ({ pieces: [pieceId], parts: [id] }),
    adds: 'part',
  },
  'practice.add': {
    apply: applyPracticeAdd,
    // The history keeps an entry even if its part never arrived because its piece was deleted before.
    rows: ({ id, pieceId, partId }) => ({ pieces: [pieceId], parts: [partId], practice: [id] }),
  },
  'practice.retract': {
    apply: applyPracticeRetract,
    rows: ({ id }) => ({ practice: [id] }),
  },
}

export const definitionOfChangeKind = ({ kind }: Intention) =>
  // The pair of kind and arguments comes from one union, which the compiler cannot follow through the table.
  CHANGE_KINDS[kind] as unknown as KindDefinition<Change>
