import { useState, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '#web/navigation/use-location.tsx'
import { undeletedPieces, type Library } from '#core/library/library.ts'
import { parsePieceId, normalizeName, type PieceId, type PartId } from '#core/library/piece.ts'
import { LibraryNotReadyPage, PieceNotFound } from '#web/kit/library-states.tsx'
import { usePersistedDraft } from '#web/store/persisted-values.ts'
import { useLibraryState, useLibraryServices } from '#web/store/library-services.ts'
import { navigate } from '#web/navigation/navigate.ts'
import type { Intention } from '#core/library/change.ts'
import { checkResultingPartCount } from '#core/plan/plan.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { useKnownStripeRole } from '#web/identity/identity-service.ts'
import { BLANK_SECTION_DRAFT } from '#web/kit/sections/section-form.tsx'
import { showErrorToast, showSuccessToast, showUndoToast } from '#web/kit/toast/show-toast.tsx'
import { planLimitKindOfRejection, UpgradeDialog, type PlanLimitKind } from '#web/billing/upgrade-dialog.tsx'
import { useScreenCurrentCheck } from '#web/kit/screen.ts'
import { newPartId, newPieceId, recordChanges } from '#web/store/record-change.ts'
import { useAnalytics } from '#web/analytics/analytics.ts'
import { focusListItemOnNextScreen } from '#web/kit/list/use-list-position.ts'
import {
  hasUnsavedEdits,
  findPieceEvenIfDeleted,
  createShownFormValues,
  EMPTY_EDIT_DRAFT,
  withoutPart,
  withRestoredPart,
  withEditedPart,
  withSectionMovedTo,
  editDraftSchema,
  refreshSectionDraft,
  isPieceChangedElsewhere,
  type EditDraft,
  type PieceWithParts,
} from './edit-draft.ts'
import { DeletePieceDialog } from './delete-piece-dialog.tsx'
import {
  createIntentionsFromEdits,
  createReplacementPieceIntentions,
  findFreeCopyName,
  createPieceCopyIntentions,
} from './piece-intentions.ts'
import { EditableSectionList, SectionEditorPage, type SectionFormTrigger } from './form-sections.tsx'
import { EditPieceForm } from './piece-form.tsx'

export function EditPieceScreen() {
  const { t } = useTranslation('pieces')
  const { pathname } = useLocation()
  const library = useLibraryState()
  const pieceId = parsePieceId(pathname.split('/')[2])

  if (library.kind !== 'ready')
    return <LibraryNotReadyPage title={t('editor.opening')} because={library.kind} />
  if (pieceId === null) return <PieceNotFound />
  return <Editor key={pieceId} id={pieceId} library={library.library} />
}

function Editor({ id, library }: { id: PieceId; library: Library }) {
  const [draft, keep] = usePersistedDraft(`draft edit ${id}`, editDraftSchema)
  const now = findPieceEvenIfDeleted(library, id)
  const [last, setLast] = useState(now)
  const [wasHere] = useState(() => now?.piece.deletedAt === null)

  if (now !== null && now.piece !== last?.piece) setLast(now)
  // A server restored from a backup may remove the piece completely; the form keeps its content.
  const shown = now ?? last
  const isWorthIt = wasHere || (draft !== null && hasUnsavedEdits(draft))
  if (shown === null || !isWorthIt) return <PieceNotFound />
  return <EditForm opened={shown} isDeleted={now?.piece.deletedAt !== null} kept={draft} keep={keep} />
}

type Props = {
  opened: PieceWithParts
  isDeleted: boolean
  kept: EditDraft | null
  keep: (draft: EditDraft | null) => void
}

function EditForm({ opened: stored, isDeleted, kept, keep }: Props) {
  const { t } = useTranslation('pieces')
  const device = useLibraryServices()
  const isShown = useScreenCurrentCheck()
  const role = useKnownStripeRole()
  const library = useLibraryState()
  const { trackEvent } = useAnalytics()
  const [isDuplicating, setDuplicating] = useState(false)
  const [draft, setDraft] = useState(kept ?? EMPTY_EDIT_DRAFT)
  useBlockReload(hasUnsavedEdits(draft))
  const [first] = useState(stored)
  const [opener, setOpener] = useState<SectionFormTrigger | null>(null)
  const [limit, setLimit] = useState<PlanLimitKind | null>(null)
  const [isAsking, setAsking] = useState(false)
  // During a save, the form's own writes do not count as changes from elsewhere.
  const [writing, setWriting] = useState<PieceWithParts | null>(null)
  const opened = writing ?? stored
  const isGone = isDeleted && writing === null
  const form = createShownFormValues(opened, draft)
  const announceRemoval = useRemovalToast(putSectionBack)

  function change(next: EditDraft) {
    setDraft(next)
    keep(hasUnsavedEdits(next) ? next : null)
  }

  function leave() {
    keep(null)
    // A user who navigated away during the save stays there.
    if (isShown()) navigate('/pieces')
  }

  function addSection() {
    setOpener('add')
    if (checkResultingPartCount(role, form.parts.length + 1).kind === 'rejected') setLimit('parts')
    else change({ ...draft, entry: BLANK_SECTION_DRAFT })
  }

  function editSection(id: PartId | undefined) {
    const part = form.parts.find(known => known.id === id)
    if (part === undefined) return
    const { name, tempo, stored } = part
    const from = { name: name ?? '', tempo }
    setOpener(part.id)
    change({ ...draft, entry: { id: part.id, ...from, from, ...(stored !== undefined && { stored }) } })
  }

  function keepSection({ name, currentTempo }: { name: string; currentTempo: number }) {
    const known = form.parts.find(part => part.id === draft.entry?.id)
    // A section deleted elsewhere is added again, and counts against the limit.
    if (known === undefined && checkResultingPartCount(role, form.parts.length + 1).kind === 'rejected')
      return setLimit('parts')
    const part = { id: known?.id ?? newPartId(), name, tempo: String(currentTempo) }
    change({ ...withEditedPart(draft, opened, part), entry: null })
    if (opener === 'split') setOpener('add')
  }

  function removeSection(id: PartId) {
    const section = form.parts.find(part => part.id === id)?.name ?? ''
    change(withoutPart(draft, opened, id))
    announceRemoval(section, latest => withRestoredPart(latest, draft, id))
  }

  function putSectionBack(restore: RestoreSection) {
    const next = restore(draft)
    const count = createShownFormValues(opened, next).parts.length
    // Another section may have taken its place on the Free plan.
    if (count > opened.parts.length && checkResultingPartCount(role, count).kind === 'rejected')
      setLimit('parts')
    else change(next)
  }

  async function record(changes: readonly Intention[]): Promise<boolean> {
    const recorded = await recordChanges(device, changes)
    const reached = recorded.kind === 'rejected' ? planLimitKindOfRejection(recorded.code) : null
    if (reached !== null) setLimit(reached)
    else if (recorded.kind !== 'saved') showErrorToast()
    return recorded.kind === 'saved'
  }

  async function write(changes: readonly Intention[]) {
    setWriting(stored)
    if (changes.length > 0 && !(await record(changes))) return setWriting(null)
    showSuccessToast(t('editor.saved', { piece: normalizeName(form.name) }))
    leave()
  }

  async function duplicate() {
    if (isDuplicating || library.kind !== 'ready') return
    setDuplicating(true)
    const id = newPieceId()
    const names = undeletedPieces(library.library).map(piece => piece.name)
    const name = findFreeCopyName(stored.piece.name, names)
    const isAdded = await record(createPieceCopyIntentions(stored, name, { piece: id, part: newPartId }))
    setDuplicating(false)
    if (!isAdded) return
    trackEvent({ name: 'add_piece' })
    showSuccessToast(t('editor.saved', { piece: name }))
    if (!isShown()) return
    focusListItemOnNextScreen(id)
    navigate('/pieces')
  }

  function save() {
    if (!isGone) return void write(createIntentionsFromEdits(opened, form))
    const creation = createReplacementPieceIntentions(opened, form, { piece: newPieceId(), part: newPartId })
    if (creation === null) addSection()
    else void write(creation)
  }

  const { entry } = draft
  const edited = entry?.id === null ? undefined : form.parts.find(part => part.id === entry?.id)
  const isSectionGone = entry !== null && entry.id !== null && edited === undefined
  return (
    <>
      {entry === null ? (
        <EditPieceForm
          opened={opened}
          draft={draft}
          state={{
            isGone,
            isChanged: !isGone && isPieceChangedElsewhere(first, opened),
            isRestored: kept !== null && hasUnsavedEdits(draft),
            isSaving: writing !== null,
          }}
          opener={opener}
          onDraft={change}
          onDiscard={() => change(EMPTY_EDIT_DRAFT)}
          onSplit={() => {
            editSection(form.parts[0]?.id)
            setOpener('split')
          }}
          sections={
            <EditableSectionList
              parts={form.parts}
              opener={opener}
              onAdd={addSection}
              onEdit={editSection}
              onDelete={removeSection}
              onMove={(id, to) => change(withSectionMovedTo(draft, opened, id, to))}
            />
          }
          onSave={save}
          onCancel={leave}
          onDuplicate={() => void duplicate()}
          onDelete={() => setAsking(true)}
        />
      ) : (
        <SectionEditorPage
          entry={refreshSectionDraft(entry, edited)}
          isFirst={edited?.name === null}
          gone={isGone ? 'piece' : isSectionGone ? 'section' : null}
          onChange={typed => change({ ...draft, entry: typed })}
          onDone={keepSection}
          onCancel={() => change({ ...draft, entry: null })}
        />
      )}
      {limit && <UpgradeDialog limit={limit} onClose={() => setLimit(null)} />}
      {isAsking && (
        <DeletePieceDialog
          opened={opened}
          onWriting={isWriting => setWriting(isWriting ? stored : null)}
          onDeleted={leave}
          onKeep={() => setAsking(false)}
        />
      )}
    </>
  )
}

type RestoreSection = (latest: EditDraft) => EditDraft

function useRemovalToast(putBack: (restore: RestoreSection) => void) {
  const { t } = useTranslation('pieces')
  // Undo applies to the form as it is when it is pressed.
  const latest = useRef(putBack)
  const open = useRef<AbortController>(null)

  useEffect(() => {
    latest.current = putBack
  })
  useEffect(() => {
    const controller = new AbortController()
    open.current = controller
    return () => controller.abort()
  }, [])

  return (section: string, restore: RestoreSection) => {
    showUndoToast(t('editor.removed', { section }), () => latest.current(restore), open.current?.signal)
  }
}
