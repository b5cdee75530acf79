import type { Change } from '#core/library/change.ts'
import { changeKindDefinition } from '#core/library/change-kinds.ts'
import type { Library } from '#core/library/library.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { BLANK_SECTION_DRAFT } from '#web/kit/sections/section-draft.ts'
import {
  findPieceWithParts,
  EMPTY_EDIT_DRAFT,
  withEditedEndTempo,
  withEditedImportance,
  withEditedName,
  withEditedPart,
  type EditDraft,
  type PieceWithParts,
} from '#web/screens/edit-piece/edit-draft.ts'
import { parsePersistedEdits } from '#web/screens/edit-piece/persisted-edits.ts'
import { parseWizardDraft, type WizardDraft } from '#web/screens/new-piece/wizard-draft.ts'
import { hasPieceInput } from '#web/screens/new-piece/piece-draft.ts'
import type { OpenStore } from '#web/store/store-interface.ts'

/**
 * The path of the form that contains the restored input. 'in-the-way' means that the form contains another unfinished
 * piece.
 */
type Prepared = { kind: 'ready'; path: string } | { kind: 'in-the-way' } | { kind: 'failed' }

type Create = Extract<Change, { kind: 'piece.create' }>

/**
 * Puts the input of a rejected change back into the form from which it came, as the draft of this form, so that the
 * user can correct it. Does not overwrite input that is in the draft of the same piece already, because it is newer.
 * Resolves to 'in-the-way' if the draft of the form for new pieces contains a different piece (rule RC7).
 */
export async function restoreRejectedInput(
  store: OpenStore,
  library: Library,
  change: Change,
): Promise<Prepared> {
  if (change.kind === 'piece.create') return prepareNew(store, change)
  const pieceId = pieceOf(library, change)
  const opened = pieceId === undefined ? null : findPieceWithParts(library, pieceId)
  if (opened === null) return { kind: 'failed' }
  const name = `draft edit ${opened.piece.id}` as const
  const before = parsePersistedEdits(await store.readPersisted(name)) ?? EMPTY_EDIT_DRAFT
  const isKept = await store.persist(name, withTyped(before, opened, change))
  return isKept ? { kind: 'ready', path: `/pieces/${opened.piece.id}/edit` } : { kind: 'failed' }
}

async function prepareNew(store: OpenStore, { args }: Create): Promise<Prepared> {
  const begun = parseWizardDraft(await store.readPersisted('draft new'))
  // A draft of the same piece comes from here, and may contain newer input.
  if (begun !== null && hasPieceInput(begun.draft))
    return begun.draft.id === args.id ? { kind: 'ready', path: '/new' } : { kind: 'in-the-way' }
  return (await store.persist('draft new', begunAs(args)))
    ? { kind: 'ready', path: '/new' }
    : { kind: 'failed' }
}

/** Returns a wizard draft with the same ids, so that dependent changes still refer to them. */
function begunAs({ id, name, importance, endTempo, parts }: Create['args']): WizardDraft {
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
      entry: BLANK_SECTION_DRAFT,
    },
  }
}

function withTyped(before: EditDraft, opened: PieceWithParts, { kind, args }: Change): EditDraft {
  switch (kind) {
    case 'piece.patch': {
      let draft = before
      if (args.name !== undefined && draft.name === null) draft = withEditedName(draft, opened, args.name)
      if (args.importance !== undefined && draft.importance === null)
        draft = withEditedImportance(draft, opened, args.importance)
      if (args.endTempo !== undefined && draft.endTempo === null)
        draft = withEditedEndTempo(draft, opened, String(args.endTempo))
      return draft
    }
    case 'part.add':
      return isInForm(before, args.id)
        ? before
        : withEditedPart(before, opened, { id: args.id, name: args.name, tempo: String(args.currentTempo) })
    case 'part.patch': {
      const part = opened.parts.find(known => known.id === args.id)
      if (part === undefined || isInForm(before, args.id)) return before
      const tempo = String(args.currentTempo ?? part.currentTempo)
      return withEditedPart(before, opened, { id: part.id, name: args.name ?? part.name, tempo })
    }
    default:
      return before
  }
}

const isInForm = ({ parts, added }: EditDraft, id: PartId) =>
  [...parts, ...added].some(part => part.id === id)

function pieceOf({ parts: known }: Library, change: Change): PieceId | undefined {
  const { pieces: [piece] = [], parts: [part] = [] } = changeKindDefinition(change).rows(change.args)
  return piece ?? (part === undefined ? undefined : known.get(part)?.pieceId)
}
