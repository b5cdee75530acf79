import type { Change } from '#core/library/change.ts'
import { changeKindDefinition } from '#core/library/change-kinds.ts'
import type { Library } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'
import { BLANK_SECTION_DRAFT } from '#web/kit/sections/section-draft.ts'
import { findPieceWithParts, EMPTY_EDIT_DRAFT } from '#web/screens/edit-piece/edit-draft.ts'
import { parsePersistedEdits } from '#web/screens/edit-piece/persisted-edits.ts'
import { parseWizardDraft, type WizardDraft } from '#web/screens/new-piece/wizard-draft.ts'
import { hasPieceInput } from '#web/screens/new-piece/piece-draft.ts'
import type { OpenStore } from '#web/store/store-interface.ts'
import { rejectedChangeKind } from './rejected-change-kinds.ts'

/**
 * The path of the form that contains the restored input. 'in-the-way' means that the form contains another unfinished
 * piece.
 */
type Prepared = { kind: 'ready'; path: string } | { kind: 'in-the-way' } | { kind: 'failed' }

type Create = Extract<Change, { kind: 'piece.create' }>

/**
 * Puts the input of a rejected change back into the form from which it came, as the draft of this form, so that the
 * user can correct it. Does not overwrite input that is in the draft of the same piece already, because it is newer.
 * Resolves to 'ready' with the path of the form, or to 'in-the-way' if the draft of the form for new pieces contains a
 * different piece (rule RC7). Resolves to 'failed' if the piece is not found or the draft cannot be stored.
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
  const { fillIn } = rejectedChangeKind(change)
  const isKept = await store.persist(name, fillIn?.(before, opened, change.args) ?? before)
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

function pieceOf({ parts: known }: Library, change: Change): PieceId | undefined {
  const { pieces: [piece] = [], parts: [part] = [] } = changeKindDefinition(change).rows(change.args)
  return piece ?? (part === undefined ? undefined : known.get(part)?.pieceId)
}
