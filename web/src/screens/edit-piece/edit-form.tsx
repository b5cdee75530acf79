import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Library } from '#core/library.ts'
import { mayHaveParts } from '#core/plan.ts'
import { useKnownRole } from '#web/identity/use-session.ts'
import { UpgradeDialog, type Limit } from '#web/kit/upgrade-dialog.tsx'
import { BLANK_ENTRY, type SectionEntry } from '#web/kit/section-entry.ts'
import { showError, showSuccess } from '#web/kit/toast.tsx'
import { newPartId } from '#web/store/new-ids.ts'
import { recordChanges } from '#web/store/record-change.ts'
import { DeletePiece } from './delete-piece.tsx'
import { changesOf, draftOf, stillPossible, storedTempo, type EditDraft, type Opened } from './edit-draft.ts'
import { PieceForm } from './piece-form.tsx'
import { SectionEditor } from './section-editor.tsx'

type Props = {
  opened: Opened
  /** As it is now, while the form keeps what it was opened with. */
  library: Library
  /** There is no piece any more to save this for. */
  onGone: () => void
}

/** The main form, and the forms for a section, which replace the screen and come back to it (spec 2 and 4). */
export function EditForm({ opened, library, onGone }: Props) {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const role = useKnownRole()
  const [draft, setDraft] = useState<EditDraft>(() => draftOf(opened))
  const [entry, setEntry] = useState<SectionEntry | null>(null)
  const [isBack, setBack] = useState(false)
  const [limit, setLimit] = useState<Limit | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isSaving, setSaving] = useState(false)

  const toPieces = () => void navigate('/pieces')

  function leaveSection() {
    setEntry(null)
    setBack(true)
  }

  function addSection() {
    if (mayHaveParts(role, draft.parts.length + 1).kind === 'refused') setLimit('parts')
    else setEntry(BLANK_ENTRY)
  }

  function keepSection({ name, currentTempo }: { name: string; currentTempo: number }) {
    const part = { id: entry?.id ?? newPartId(), name, tempo: currentTempo }
    const isKnown = draft.parts.some(({ id }) => id === part.id)
    const parts = isKnown
      ? draft.parts.map(known => (known.id === part.id ? part : known))
      : [...draft.parts, part]
    setDraft({ ...draft, parts })
    leaveSection()
  }

  async function save() {
    if (library.pieces.get(opened.piece.id)?.deletedAt !== null) return onGone()
    setSaving(true)
    const changes = stillPossible(changesOf(opened, draft), library)
    const recorded = changes.length === 0 ? ({ kind: 'saved' } as const) : await recordChanges(changes)
    setSaving(false)
    if (recorded.kind === 'saved') {
      showSuccess(t('editor.saved', { piece: draft.name.trim() }))
      toPieces()
    } else if (recorded.kind === 'refused' && recorded.code === 'too-many-parts') setLimit('parts')
    else showError(common('toast.error'))
  }

  if (entry !== null) {
    return <SectionEditor entry={entry} onChange={setEntry} onDone={keepSection} onCancel={leaveSection} />
  }
  return (
    <>
      <PieceForm
        opened={opened}
        draft={draft}
        isSaving={isSaving}
        takesFocus={isBack}
        onDraft={setDraft}
        onAddSection={addSection}
        onEditSection={({ id, name, tempo }) => {
          const stored = storedTempo(opened, id)
          setEntry({ id, name: name ?? '', tempo, ...(stored !== undefined && { stored }) })
        }}
        onSave={() => void save()}
        onCancel={toPieces}
        onDelete={() => setAsking(true)}
      />
      {limit && <UpgradeDialog limit={limit} onClose={() => setLimit(null)} />}
      {isAsking && <DeletePiece opened={opened} onDeleted={toPieces} onKeep={() => setAsking(false)} />}
    </>
  )
}
