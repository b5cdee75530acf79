import type { Change } from '#core/change.ts'
import type { Library } from '#core/library.ts'
import type { PartId, PieceId } from '#core/piece.ts'
import { BLANK_ENTRY } from './kit/section-entry.ts'
import {
  openedPiece,
  UNTOUCHED,
  withEndTempo,
  withImportance,
  withName,
  withPart,
  type EditDraft,
  type Opened,
} from './screens/edit-piece/edit-draft.ts'
import { parseKeptEdits } from './screens/edit-piece/kept-edits.ts'
import { parseBegunPiece, type BegunPiece } from './screens/new-piece/kept-piece.ts'
import { isBegun } from './screens/new-piece/piece-draft.ts'
import type { OpenStore } from './store/current-store.ts'

/** Where the form stands that holds what was typed; 'in-the-way' where another piece was begun and not finished. */
type Prepared = { kind: 'ready'; path: string } | { kind: 'in-the-way' } | { kind: 'failed' }

type Create = Extract<Change, { kind: 'piece.create' }>

/**
 * Puts a refused change into the form it came from, as if it had been typed and left there. What stands in that form
 * already stays: it is newer (rule RC7).
 */
export async function prepareForm(store: OpenStore, library: Library, change: Change): Promise<Prepared> {
  if (change.kind === 'piece.create') return prepareNew(store, change)
  const pieceId = pieceOf(library, change)
  const opened = pieceId === undefined ? null : openedPiece(library, pieceId)
  if (opened === null) return { kind: 'failed' }
  const name = `draft edit ${opened.piece.id}` as const
  const before = parseKeptEdits(await store.kept(name)) ?? UNTOUCHED
  const isKept = await store.keep(name, withTyped(before, opened, change))
  return isKept ? { kind: 'ready', path: `/pieces/${opened.piece.id}/edit` } : { kind: 'failed' }
}

async function prepareNew(store: OpenStore, { args }: Create): Promise<Prepared> {
  const begun = parseBegunPiece(await store.kept('draft new'))
  if (begun !== null && isBegun(begun.draft) && begun.draft.id !== args.id) return { kind: 'in-the-way' }
  return (await store.keep('draft new', begunAs(args))) ? { kind: 'ready', path: '/new' } : { kind: 'failed' }
}

/** The same piece under the same ids, so that what hangs on it still finds it. */
function begunAs({ id, name, importance, endTempo, parts }: Create['args']): BegunPiece {
  const [first] = parts
  const isWhole = parts.length === 1 && first?.name === null
  return {
    type: isWhole ? 'whole' : 'sections',
    step: 0,
    draft: {
      id,
      name,
      importance,
      endTempo: String(endTempo),
      currentTempo: isWhole ? String(first.currentTempo) : '',
      sections: isWhole ? [] : parts.map(part => ({ ...part, name: part.name ?? '' })),
      entry: BLANK_ENTRY,
    },
  }
}

function withTyped(before: EditDraft, opened: Opened, { kind, args }: Change): EditDraft {
  switch (kind) {
    case 'piece.patch': {
      let draft = before
      if (args.name !== undefined && draft.name === null) draft = withName(draft, opened, args.name)
      if (args.importance !== undefined && draft.importance === null)
        draft = withImportance(draft, opened, args.importance)
      if (args.endTempo !== undefined && draft.endTempo === null)
        draft = withEndTempo(draft, opened, String(args.endTempo))
      return draft
    }
    case 'part.add':
      return isInForm(before, args.id)
        ? before
        : withPart(before, opened, { id: args.id, name: args.name, tempo: String(args.currentTempo) })
    case 'part.patch': {
      const part = opened.parts.find(known => known.id === args.id)
      if (part === undefined || isInForm(before, args.id)) return before
      const tempo = String(args.currentTempo ?? part.currentTempo)
      return withPart(before, opened, { id: part.id, name: args.name ?? part.name, tempo })
    }
    default:
      return before
  }
}

const isInForm = ({ parts, added }: EditDraft, id: PartId) =>
  [...parts, ...added].some(part => part.id === id)

function pieceOf({ parts }: Library, { kind, args }: Change): PieceId | undefined {
  switch (kind) {
    case 'piece.create':
    case 'piece.patch':
    case 'piece.delete':
      return args.id
    case 'part.add':
    case 'practice.add':
      return args.pieceId
    case 'part.patch':
    case 'part.delete':
      return parts.get(args.id)?.pieceId
    case 'practice.retract':
      return undefined
  }
}
