import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Intention } from '#core/change.ts'
import { tidiedName } from '#core/piece.ts'
import { mayHaveParts } from '#core/plan.ts'
import { useBusy } from '#web/device/busy.ts'
import { useKnownRole } from '#web/identity/use-session.ts'
import { BLANK_ENTRY } from '#web/kit/section-entry.ts'
import { showError, showSuccess } from '#web/kit/toast.tsx'
import { UpgradeDialog, type Limit } from '#web/kit/upgrade-dialog.tsx'
import { useIsShown } from '#web/kit/use-is-shown.ts'
import { newPartId, newPieceId } from '#web/store/new-ids.ts'
import { recordChanges } from '#web/store/record-change.ts'
import { entryNow, isChangedElsewhere } from './changed-elsewhere.ts'
import { DeletePiece } from './delete-piece.tsx'
import { asNewPiece, changesOf } from './edit-changes.ts'
import {
  formOf,
  isTouched,
  UNTOUCHED,
  withoutPart,
  withPart,
  type EditDraft,
  type FormPart,
  type Opened,
} from './edit-draft.ts'
import { PieceForm, type Opener } from './piece-form.tsx'
import { SectionEditor } from './section-editor.tsx'

type Props = {
  /** As it is now, on this device and as far as it has heard from others. */
  opened: Opened
  isDeleted: boolean
  /** What stood in the form when it was left by accident. */
  kept: EditDraft | null
  keep: (draft: EditDraft | null) => void
}

/** The main form, and the forms for a section, which replace the screen and come back to it (spec 2 and 4). */
export function EditForm({ opened: stored, isDeleted, kept, keep }: Props) {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const isShown = useIsShown()
  const role = useKnownRole()
  const [draft, setDraft] = useState(kept ?? UNTOUCHED)
  useBusy(isTouched(draft))
  const [first] = useState(stored)
  const [opener, setOpener] = useState<Opener | null>(null)
  const [limit, setLimit] = useState<Limit | null>(null)
  const [isAsking, setAsking] = useState(false)
  // While this form itself writes, what it writes is no news from elsewhere.
  const [writing, setWriting] = useState<Opened | null>(null)
  const opened = writing ?? stored
  const isGone = isDeleted && writing === null
  const form = formOf(opened, draft)

  function change(next: EditDraft) {
    setDraft(next)
    keep(isTouched(next) ? next : null)
  }

  function leave() {
    keep(null)
    // Saving may take a moment, and who goes elsewhere meanwhile stays there.
    if (isShown()) void navigate('/pieces')
  }

  function addSection() {
    setOpener('add')
    if (mayHaveParts(role, form.parts.length + 1).kind === 'refused') setLimit('parts')
    else change({ ...draft, entry: BLANK_ENTRY })
  }

  function editSection({ id, name, tempo, stored }: FormPart) {
    const from = { name: name ?? '', tempo }
    setOpener(id)
    change({ ...draft, entry: { id, ...from, from, ...(stored !== undefined && { stored }) } })
  }

  function keepSection({ name, currentTempo }: { name: string; currentTempo: number }) {
    const known = form.parts.find(part => part.id === draft.entry?.id)
    // One that was deleted elsewhere meanwhile comes back as a new one, and counts as such.
    if (known === undefined && mayHaveParts(role, form.parts.length + 1).kind === 'refused')
      return setLimit('parts')
    const part = { id: known?.id ?? newPartId(), name, tempo: String(currentTempo) }
    change({ ...withPart(draft, opened, part), entry: null })
  }

  async function write(changes: readonly Intention[]) {
    setWriting(stored)
    const recorded = changes.length === 0 ? ({ kind: 'saved' } as const) : await recordChanges(changes)
    if (recorded.kind === 'saved') {
      showSuccess(t('editor.saved', { piece: tidiedName(form.name) }))
      return leave()
    }
    setWriting(null)
    if (recorded.kind === 'refused' && recorded.code === 'too-many-pieces') setLimit('pieces')
    else if (recorded.kind === 'refused' && recorded.code === 'too-many-parts') setLimit('parts')
    else showError(common('toast.error'))
  }

  function save() {
    if (!isGone) return void write(changesOf(opened, form))
    const creation = asNewPiece(opened, form, { piece: newPieceId(), part: newPartId })
    if (creation === null) addSection()
    else void write([creation])
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
            isRestored: kept !== null && isTouched(draft),
            isSaving: writing !== null,
          }}
          opener={opener}
          onDraft={change}
          onDiscard={() => change(UNTOUCHED)}
          onAddSection={addSection}
          onEditSection={editSection}
          onDeleteSection={id => change(withoutPart(draft, opened, id))}
          onSave={save}
          onCancel={leave}
          onDelete={() => setAsking(true)}
        />
      ) : (
        <SectionEditor
          entry={entryNow(entry, edited)}
          gone={isGone ? 'piece' : isSectionGone ? 'section' : null}
          onChange={typed => change({ ...draft, entry: typed })}
          onDone={keepSection}
          onCancel={() => change({ ...draft, entry: null })}
        />
      )}
      {limit && <UpgradeDialog limit={limit} onClose={() => setLimit(null)} />}
      {isAsking && (
        <DeletePiece
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
