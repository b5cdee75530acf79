import { lazy, startTransition, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId, Piece } from '#core/library/piece.ts'
import { BpmField } from '#web/kit/music/tempo-field.tsx'
import { Button, ButtonLink, IconLink } from '#web/kit/button.tsx'
import { markUntranslatable, Sentence } from '#web/language/sentence.tsx'
import { NameField } from '#web/kit/fields/name-field.tsx'
import { Page } from '#web/kit/page.tsx'
import { SettingHint, Toggle } from '#web/kit/fields/settings.tsx'
import { UrgencyField } from '#web/kit/music/urgency-field.tsx'
import { useShowFormErrors } from '#web/kit/fields/field.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { loadWithTexts } from '#web/language/language.ts'
import {
  shownFormValues,
  isFormValid,
  withEdited,
  withEditedPart,
  type EditDraft,
  type FormPart,
  type PieceWithParts,
} from './edit-draft.ts'
import { PerformanceField } from './performance-field.tsx'
import { FormSections, SplitPieceButton, type SectionFormTrigger } from './form-sections.tsx'
import styles from './edit-piece.module.css'

type Props = {
  opened: PieceWithParts
  draft: EditDraft
  state: EditFormStatus
  /** The control to focus after returning from a section's form. */
  opener: SectionFormTrigger | null
  onDraft: (draft: EditDraft) => void
  onDiscard: () => void
  onAddSection: () => void
  onSplit: () => void
  onEditSection: (part: FormPart) => void
  onDeleteSection: (id: PartId) => void
  onMoveSection: (id: PartId, to: number) => void
  onSave: () => void
  onCancel: () => void
  onDuplicate: () => void
  onDelete: () => void
}

export function PieceForm({ opened, draft, state, opener, onDraft, ...on }: Props) {
  const { t } = useTranslation('pieces')
  const heading = useRef<HTMLHeadingElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const check = useShowFormErrors(element)
  const reason = useId()
  const { piece } = opened
  const form = shownFormValues(opened, draft)
  const only = form.parts.length === 1 ? form.parts[0] : undefined
  const title = t('editor.title', { piece: piece.name })
  // A form whose piece is gone has no date: adding it again makes a piece without a performance.
  const isValid = isFormValid(opened, state.isGone ? { ...form, performOn: '' } : form)

  function discard() {
    on.onDiscard()
    // The button goes with its line; the focus must land somewhere that stays.
    heading.current?.focus()
  }

  return (
    <Page
      title={title}
      start={<IconLink icon="back" to="/pieces" label={t('new.backToPieces')} className={styles.back} />}
    >
      <form ref={element} noValidate onSubmit={event => event.preventDefault()}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          <Sentence emphasis text={t('editor.title', { piece: markUntranslatable(piece.name) })} />
        </h1>
        <FormNotices state={state} onDiscard={discard} />
        {!state.isGone && !piece.onHold && form.parts.length > 0 && (
          <ButtonLink
            variant="line"
            icon="play"
            to={`/practice?piece=${piece.id}`}
            className={styles.practice}
          >
            {t('editor.practice')}
          </ButtonLink>
        )}
        <div className={styles.fields}>
          <NameField
            of="piece"
            label={t('editor.name')}
            value={form.name}
            isAsked={check.isAsked}
            onChange={name => onDraft(withEdited('name', draft, opened, name))}
          />
          {only && (
            <BpmField
              label={t('editor.currentTempo')}
              value={only.tempo}
              stored={only.stored}
              isAsked={check.isAsked}
              onChange={tempo => onDraft(withEditedPart(draft, opened, { ...only, tempo }))}
            />
          )}
          <BpmField
            label={t('editor.endTempo')}
            value={form.endTempo}
            stored={piece.endTempo}
            isAsked={check.isAsked}
            onChange={endTempo => onDraft(withEdited('endTempo', draft, opened, endTempo))}
          />
          <UrgencyField
            value={form.importance}
            ends={only !== undefined}
            onChange={importance => onDraft(withEdited('importance', draft, opened, importance))}
          />
          {!state.isGone && (
            <div className={styles.onHold}>
              <Toggle
                name={t('editor.onHold.name')}
                isOn={form.onHold}
                onChange={onHold => onDraft(withEdited('onHold', draft, opened, onHold))}
              />
              <SettingHint>{t('editor.onHold.hint')}</SettingHint>
            </div>
          )}
          {!state.isGone && (
            <PerformanceField
              value={form.performOn}
              onChange={performOn => onDraft(withEdited('performOn', draft, opened, performOn))}
            />
          )}
          {!state.isGone && <ClickSettingsButton piece={piece} />}
          {only?.name === null && !state.isGone && (
            <SplitPieceButton takesFocus={opener === 'split'} onSplit={on.onSplit} />
          )}
          {only?.name !== null && (
            <FormSections
              parts={form.parts}
              opener={opener}
              onAdd={on.onAddSection}
              onEdit={on.onEditSection}
              onDelete={on.onDeleteSection}
              onMove={on.onMoveSection}
            />
          )}
        </div>
        <div className={styles.actions}>
          {/* Not dead while something is wrong: a press on it leads to the field (rule NP2). */}
          <Button
            variant="main"
            className={styles.save}
            aria-disabled={!isValid}
            aria-describedby={isValid ? undefined : reason}
            busy={state.isSaving}
            onClick={() => (isValid ? on.onSave() : check.ask())}
          >
            {state.isGone ? t('editor.gone.add') : t('editor.save')}
          </Button>
          <span id={reason} hidden>
            {t('editor.faulty')}
          </span>
          <Button variant="line" className={styles.cancel} onClick={on.onCancel}>
            {t('editor.cancel')}
          </Button>
        </div>
        {!state.isGone && (
          <div className={styles.more}>
            {opened.parts.length > 0 && (
              <Button variant="bare" onClick={on.onDuplicate}>
                {t('editor.duplicate')}
              </Button>
            )}
            <Button variant="danger" icon="trash" onClick={on.onDelete}>
              {t('editor.delete')}
            </Button>
          </div>
        )}
      </form>
    </Page>
  )
}

type EditFormStatus = {
  /** Whether the piece was deleted on another device or in another tab while its form was open. */
  isGone: boolean
  /** Whether the piece was changed on another device or in another tab. */
  isChanged: boolean
  /** Whether the input was restored from an earlier visit that ended without saving. */
  isRestored: boolean
  isSaving: boolean
}

function FormNotices({ state, onDiscard }: { state: EditFormStatus; onDiscard: () => void }) {
  const { t } = useTranslation('pieces')
  return (
    <>
      {state.isRestored && (
        <Notice icon="edit" actions={<Button onClick={onDiscard}>{t('editor.unsaved.discard')}</Button>}>
          <p>
            <b>{t('editor.unsaved.title')}</b>
          </p>
          <p>{t('editor.unsaved.text')}</p>
        </Notice>
      )}
      {state.isChanged && (
        <Notice icon="sync" role="status">
          <p>
            <b>{t('editor.changed.title')}</b>
          </p>
          <p>{t('editor.changed.text')}</p>
        </Notice>
      )}
      {state.isGone && (
        <Notice icon="alert" role="alert">
          <p>
            <b>{t('editor.gone.title')}</b>
          </p>
          <p>{t('editor.gone.text')}</p>
        </Notice>
      )}
    </>
  )
}

const ClickSettingsDialog = lazy(() =>
  loadWithTexts(['practice'], async () => (await import('./click-settings-dialog.tsx')).ClickSettingsDialog),
)

function ClickSettingsButton({ piece }: { piece: Piece }) {
  const { t } = useTranslation('pieces')
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button icon="sound" onClick={() => startTransition(() => setOpen(true))}>
        {t('editor.click')}
      </Button>
      {isOpen && <ClickSettingsDialog piece={piece} onClose={() => setOpen(false)} />}
    </div>
  )
}
