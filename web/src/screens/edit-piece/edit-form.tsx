import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '#web/navigation/navigate.ts'
import type { Intention } from '#core/library/change.ts'
import { normalizeName, type PartId } from '#core/library/piece.ts'
import { admitPartCount } from '#core/plan/plan.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { useKnownRole } from '#web/identity/use-session.ts'
import { BLANK_SECTION_DRAFT } from '#web/kit/sections/section-draft.ts'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import { UpgradeDialog, type PlanLimit } from '#web/billing/upgrade-dialog.tsx'
import { useIsScreenCurrent } from '#web/kit/use-is-screen-current.ts'
import { newPartId, newPieceId, recordChanges } from '#web/store/record-change.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { refreshSectionDraft, isChangedElsewhere } from './changed-elsewhere.ts'
import { DeletePieceDialog } from './delete-piece-dialog.tsx'
import { editFormIntentions } from './edit-form-intentions.ts'
import { newPieceIntentions } from './new-piece-intentions.ts'
import {
  editFormValues,
  hasUnsavedEdits,
  EMPTY_EDIT_DRAFT,
  withoutPart,
  withEditedPart,
  withRestoredPart,
  withMovedSection,
  type EditDraft,
  type FormPart,
  type PieceWithParts,
} from './edit-draft.ts'
import type { SectionFormOpener } from './form-sections.tsx'
import { PieceForm } from './piece-form.tsx'
import { SectionEditor } from './section-editor.tsx'
import { useDuplicatePiece } from './use-duplicate-piece.ts'
import { useRemovalToast } from './use-removal-toast.ts'

type Props = {
  /** The stored piece as this device knows it. */
  opened: PieceWithParts
  isDeleted: boolean
  /** The draft that was persisted when the user left the form without saving or canceling, or null. */
  kept: EditDraft | null
  keep: (draft: EditDraft | null) => void
}

/**
 * Renders the form in which the user edits a piece, or the form of one of its sections while the user edits that
 * section (spec 2 and 4).
 */
export function EditForm({ opened: stored, isDeleted, kept, keep }: Props) {
  const { t } = useTranslation('pieces')
  const device = useDeviceLibrary()
  const { t: common } = useTranslation()
  const isShown = useIsScreenCurrent()
  const role = useKnownRole()
  const [draft, setDraft] = useState(kept ?? EMPTY_EDIT_DRAFT)
  useBlockReload(hasUnsavedEdits(draft))
  const [first] = useState(stored)
  const [opener, setOpener] = useState<SectionFormOpener | null>(null)
  const [limit, setLimit] = useState<PlanLimit | null>(null)
  const [isAsking, setAsking] = useState(false)
  // During a save, the form's own writes do not count as changes from elsewhere.
  const [writing, setWriting] = useState<PieceWithParts | null>(null)
  const opened = writing ?? stored
  const isGone = isDeleted && writing === null
  const form = editFormValues(opened, draft)
  const duplicate = useDuplicatePiece(stored, setLimit)
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
    if (admitPartCount(role, form.parts.length + 1).kind === 'rejected') setLimit('parts')
    else change({ ...draft, entry: BLANK_SECTION_DRAFT })
  }

  function editSection({ id, name, tempo, stored }: FormPart) {
    const from = { name: name ?? '', tempo }
    setOpener(id)
    change({ ...draft, entry: { id, ...from, from, ...(stored !== undefined && { stored }) } })
  }

  function split() {
    const [whole] = form.parts
    if (whole === undefined) return
    editSection(whole)
    setOpener('split')
  }

  function keepSection({ name, currentTempo }: { name: string; currentTempo: number }) {
    const known = form.parts.find(part => part.id === draft.entry?.id)
    // A section deleted elsewhere is added again, and counts against the limit.
    if (known === undefined && admitPartCount(role, form.parts.length + 1).kind === 'rejected')
      return setLimit('parts')
    const part = { id: known?.id ?? newPartId(), name, tempo: String(currentTempo) }
    change({ ...withEditedPart(draft, opened, part), entry: null })
    // The next thing to do is to add the other sections.
    if (opener === 'split') setOpener('add')
  }

  function removeSection(id: PartId) {
    const section = form.parts.find(part => part.id === id)?.name ?? ''
    change(withoutPart(draft, opened, id))
    announceRemoval(section, { id, before: draft })
  }

  function putSectionBack({ id, before }: { id: PartId; before: EditDraft }) {
    const next = withRestoredPart(draft, before, id)
    const count = editFormValues(opened, next).parts.length
    // Another section may have taken its place on the Free plan.
    if (count > opened.parts.length && admitPartCount(role, count).kind === 'rejected') setLimit('parts')
    else change(next)
  }

  async function write(changes: readonly Intention[]) {
    setWriting(stored)
    const recorded =
      changes.length === 0 ? ({ kind: 'saved' } as const) : await recordChanges(device, changes)
    if (recorded.kind === 'saved') {
      showSuccess(t('editor.saved', { piece: normalizeName(form.name) }))
      return leave()
    }
    setWriting(null)
    if (recorded.kind === 'rejected' && recorded.code === 'too-many-pieces') setLimit('pieces')
    else if (recorded.kind === 'rejected' && recorded.code === 'too-many-parts') setLimit('parts')
    else showError(common('toast.error'))
  }

  function save() {
    if (!isGone) return void write(editFormIntentions(opened, form))
    const creation = newPieceIntentions(opened, form, { piece: newPieceId(), part: newPartId })
    if (creation === null) addSection()
    else void write(creation)
  }

  const { entry } = draft
  const edited = entry?.id === null ? undefined : form.parts.find(part => part.id === entry?.id)
  const isSectionGone = entry !== null && entry.id !== null && edited === undefined
  return (
    <>
      {entry === null ? (
        <PieceForm
          opened={opened}
          draft={draft}
          state={{
            isGone,
            isChanged: !isGone && isChangedElsewhere(first, opened, draft),
            isRestored: kept !== null && hasUnsavedEdits(draft),
            isSaving: writing !== null,
          }}
          opener={opener}
          onDraft={change}
          onDiscard={() => change(EMPTY_EDIT_DRAFT)}
          onAddSection={addSection}
          onSplit={split}
          onEditSection={editSection}
          onDeleteSection={removeSection}
          onMoveSection={(id, to) => change(withMovedSection(draft, opened, id, to))}
          onSave={save}
          onCancel={leave}
          onDuplicate={duplicate}
          onDelete={() => setAsking(true)}
        />
      ) : (
        <SectionEditor
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
          onBegin={() => setWriting(stored)}
          onFailed={() => setWriting(null)}
          onDeleted={leave}
          onKeep={() => setAsking(false)}
        />
      )}
    </>
  )
}
