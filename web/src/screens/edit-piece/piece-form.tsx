import { lazy, startTransition, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_DAY, formatIsoDay, parseIsoDay } from '#core/library/day.ts'
import { BpmField } from '#web/kit/music/tempo-field.tsx'
import { Button, ButtonLink, IconLink } from '#web/kit/button.tsx'
import { FittedText } from '#web/kit/fitted-text.tsx'
import { markUntranslatable } from '#web/language/partly-translated.tsx'
import { NameField } from '#web/kit/fields/name-field.tsx'
import { Page } from '#web/kit/page.tsx'
import { SettingHint, Toggle } from '#web/kit/fields/settings.tsx'
import { UrgencyField } from '#web/kit/music/urgency-field.tsx'
import { TextField, useShowErrorsOnSubmit } from '#web/kit/fields/field.tsx'
import { useToday } from '#web/store/clock.ts'
import { Notice, type NoticeProps } from '#web/kit/notice.tsx'
import { loadWithTexts } from '#web/language/language.ts'
import {
  INCOMPLETE_DATE,
  parseTypedPerformanceDay,
  createShownFormValues,
  isFormValid,
  withEditedPieceField,
  withEditedPart,
  type EditDraft,
  type PieceWithParts,
} from './edit-draft.ts'
import type { SectionFormTrigger } from './form-sections.tsx'
import styles from './edit-piece.module.css'

type Props = {
  opened: PieceWithParts
  draft: EditDraft
  state: EditFormStatus
  opener: SectionFormTrigger | null
  onDraft: (draft: EditDraft) => void
  onDiscard: () => void
  onSplit: () => void
  sections: ReactNode
  onSave: () => void
  onCancel: () => void
  onDuplicate: () => void
  onDelete: () => void
}

export function EditPieceForm({ opened, draft, state, opener, onDraft, sections, ...on }: Props) {
  const { t } = useTranslation('pieces')
  const heading = useRef<HTMLHeadingElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const check = useShowErrorsOnSubmit(element)
  const reason = useId()
  const [isClickOpen, setClickOpen] = useState(false)
  const { piece } = opened
  const form = createShownFormValues(opened, draft)
  const only = form.parts.length === 1 ? form.parts[0] : undefined
  const title = t('editor.title', { piece: piece.name })
  // The date of a deleted piece is not shown, so half a date must not keep the rest from being saved.
  const isValid = isFormValid(opened, state.isGone ? { ...form, performOn: '' } : form)

  function discard() {
    on.onDiscard()
    // The button disappears with its line, so the focus moves to an element that stays.
    heading.current?.focus()
  }

  return (
    <Page title={title} start={<IconLink icon="back" to="/pieces" label={t('new.backToPieces')} />}>
      <form ref={element} noValidate onSubmit={event => event.preventDefault()}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          <FittedText emphasis text={t('editor.title', { piece: markUntranslatable(piece.name) })} />
        </h1>
        {state.isRestored && (
          <FormNotice
            what="unsaved"
            icon="edit"
            actions={<Button onClick={discard}>{t('editor.unsaved.discard')}</Button>}
          />
        )}
        {state.isChanged && <FormNotice what="changed" icon="sync" role="status" />}
        {state.isGone && <FormNotice what="gone" icon="alert" role="alert" />}
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
            onChange={name => onDraft(withEditedPieceField('name', draft, opened, name))}
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
            name={t('editor.endTempoName')}
            value={form.endTempo}
            stored={piece.endTempo}
            isAsked={check.isAsked}
            onChange={endTempo => onDraft(withEditedPieceField('endTempo', draft, opened, endTempo))}
          />
          <UrgencyField
            value={form.importance}
            onChange={importance => onDraft(withEditedPieceField('importance', draft, opened, importance))}
          />
          {!state.isGone && (
            <>
              <div className={styles.onHold}>
                <Toggle
                  name={t('editor.onHold.name')}
                  isOn={form.onHold}
                  onChange={onHold => onDraft(withEditedPieceField('onHold', draft, opened, onHold))}
                />
                <SettingHint>{t('editor.onHold.hint')}</SettingHint>
              </div>
              <PerformanceField
                value={form.performOn}
                onChange={performOn => onDraft(withEditedPieceField('performOn', draft, opened, performOn))}
              />
              <div>
                <Button icon="sound" onClick={() => startTransition(() => setClickOpen(true))}>
                  {t('editor.click')}
                </Button>
                {isClickOpen && (
                  <PieceClickSettingsDialog piece={piece} onClose={() => setClickOpen(false)} />
                )}
              </div>
              {only?.name === null && (
                <div>
                  <Button ref={opener === 'split' ? takeFocus : undefined} icon="list" onClick={on.onSplit}>
                    {t('editor.split.open')}
                  </Button>
                </div>
              )}
            </>
          )}
          {only?.name !== null && sections}
        </div>
        <div className={styles.actions}>
          {/* Not disabled while a field is invalid: a press on it leads to the field (rule NP2). */}
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
          <Button variant="line" onClick={on.onCancel}>
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

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

type EditFormStatus = {
  isGone: boolean
  isChanged: boolean
  isRestored: boolean
  isSaving: boolean
}

type FormNoticeProps = Omit<NoticeProps, 'children'> & { what: 'unsaved' | 'changed' | 'gone' }

function FormNotice({ what, ...notice }: FormNoticeProps) {
  const { t } = useTranslation('pieces')
  return (
    <Notice {...notice}>
      <p>
        <b>{t(`editor.${what}.title`)}</b>
      </p>
      <p>{t(`editor.${what}.text`)}</p>
    </Notice>
  )
}

const PieceClickSettingsDialog = lazy(() =>
  loadWithTexts(
    ['practice'],
    async () => (await import('./piece-click-settings-dialog.tsx')).PieceClickSettingsDialog,
  ),
)

function PerformanceField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('pieces')
  const today = useToday()
  const field = useRef<HTMLInputElement>(null)
  const day = parseIsoDay(value)
  // While 2027 is typed, the year is first 2: no error yet. Focus hides no error, because Save leads here.
  const [isTyping, setTyping] = useState(false)

  function error(): string | undefined {
    if (isTyping || parseTypedPerformanceDay(value) !== undefined) return undefined
    return t(value === INCOMPLETE_DATE ? 'editor.performance.incomplete' : 'editor.performance.tooEarly')
  }

  // Browsers fire no event when a date in an empty field becomes incomplete.
  function report({ value: typed, validity }: HTMLInputElement) {
    const now = validity.badInput ? INCOMPLETE_DATE : typed
    if (now !== value) onChange(now)
  }

  function remove() {
    const input = field.current
    // The value of an incomplete date is empty already, so React would not clear the field.
    if (input !== null) input.value = ''
    onChange('')
    input?.focus()
  }

  return (
    <div className={styles.performance}>
      <TextField
        ref={field}
        type="date"
        label={t('editor.performance.name')}
        value={value === INCOMPLETE_DATE ? '' : value}
        max={formatIsoDay(MAX_DAY)}
        hint={t(day !== null && day < today ? 'editor.performance.past' : 'editor.performance.hint')}
        error={error()}
        onBlur={({ target }) => {
          setTyping(false)
          report(target)
        }}
        onChange={({ target }) => {
          setTyping(true)
          report(target)
        }}
        // Shows the button below at once. Shown on blur, it would push Save away from under the press.
        onKeyUp={({ currentTarget }) => {
          if (value === '' && currentTarget.validity.badInput) setTyping(true)
          report(currentTarget)
        }}
      />
      {value !== '' && (
        <Button variant="bare" className={styles.removeDate} onClick={remove}>
          {t('editor.performance.remove')}
        </Button>
      )}
    </div>
  )
}
