import { useTranslation } from 'react-i18next'
import { useEffect, useState, useRef } from 'react'
import { undeletedPieces, type Library } from '#core/library/library.ts'
import { useKnownStripeRole } from '#web/identity/identity-service.ts'
import { LibraryNotReadyPage } from '#web/kit/library-states.tsx'
import { Page } from '#web/kit/page.tsx'
import { usePersistedDraft } from '#web/store/persisted-values.ts'
import { useLibraryState } from '#web/store/library-services.ts'
import { goBackEntries, navigate } from '#web/navigation/navigate.ts'
import { Redirect } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/use-location.tsx'
import { normalizeName, type PieceId } from '#core/library/piece.ts'
import { checkPieceLimit } from '#core/plan/plan.ts'
import { useBlockReload } from '#web/device/block-reload.ts'
import { focusListItemOnNextScreen } from '#web/kit/list/use-list-position.ts'
import { UpgradeDialog } from '#web/billing/upgrade-dialog.tsx'
import { useScreenCurrentCheck } from '#web/kit/screen.ts'
import { newPieceId } from '#web/store/record-change.ts'
import {
  createBlankPieceDraft,
  hasWizardInput,
  parseWizardHistoryState,
  parseWizardPosition,
  findReachableWizardStep,
  unfinishedWizardSchema,
  formatWizardUrl,
  type WizardPosition,
  WIZARD_STEP_COUNT,
  type WholeOrSections,
} from './piece-draft.ts'
import { WizardStep } from './wizard-step.tsx'
import { Button, IconLink } from '#web/kit/button.tsx'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { Notice } from '#web/kit/notice.tsx'
import styles from './new-piece.module.css'

export function NewPieceScreen() {
  const { t } = useTranslation('pieces')
  const library = useLibraryState()

  if (library.kind === 'ready' || library.kind === 'never-synced')
    return <NewPieceWizard library={library.library} isComplete={library.kind === 'ready'} />
  return <LibraryNotReadyPage title={t('new.title')} because={library.kind} />
}

function NewPieceWizard({ library, isComplete }: { library: Library; isComplete: boolean }) {
  const { t } = useTranslation('pieces')
  const role = useKnownStripeRole()
  const [begun, keep] = usePersistedDraft('draft new', unfinishedWizardSchema)
  const isShown = useScreenCurrentCheck()
  const location = useLocation()
  const place = parseWizardPosition(new URLSearchParams(location.search))
  const entry = parseWizardHistoryState(location.state)
  const depth = entry?.depth ?? 0

  // A saved piece is no draft any more, even if this device failed to delete its draft.
  const [waiting] = useState(() => (begun !== null && library.pieces.has(begun.draft.id) ? null : begun))
  const [first] = useState(() => waiting?.draft ?? createBlankPieceDraft(newPieceId()))
  const [draft, setDraft] = useState(first)
  const [last, setLast] = useState<WizardPosition>(
    waiting === null ? { kind: 'choice' } : { kind: 'step', type: waiting.type, step: waiting.step },
  )
  useBlockReload(hasWizardInput(draft))
  const isAdmitted = checkPieceLimit(role, undeletedPieces(library).length).kind === 'allowed'
  // Never becomes full later, because the piece being saved must not count against the limit itself.
  const [isFull, setFull] = useState(!isAdmitted)

  // The first piece leads to its step, where practicing starts; any other to its card (rule NP10).
  const [isFirst] = useState(() => isComplete && undeletedPieces(library).length === 0)

  // Pro was bought on another device, or a piece was deleted there.
  if (isFull && isAdmitted) setFull(false)
  if (place.kind === 'step' && formatWizardUrl(place) !== formatWizardUrl(last)) setLast(place)

  useEffect(() => {
    if (last.kind === 'choice') return
    if (hasWizardInput(draft)) keep({ type: last.type, step: last.step, draft })
    else if (draft !== first) keep(null)
  }, [draft, first, last, keep])

  const forward = (to: WizardPosition) =>
    navigate(formatWizardUrl(to), { state: { piece: draft.id, depth: depth + 1 } })

  function back(to: WizardPosition) {
    if (depth > 0) goBackEntries()
    else navigate(formatWizardUrl(to), { replace: true })
  }

  function startOver() {
    keep(null)
    setDraft(createBlankPieceDraft(newPieceId()))
  }

  function leave(saved: PieceId) {
    keep(null)
    // A user who navigated away while it was being saved stays there.
    if (!isShown()) return
    focusListItemOnNextScreen(saved)
    // The next screen takes the place of the wizard's first entry, so that Back leads to where one was before.
    if (depth > 0) goBackEntries(depth)
    navigate(isFirst ? `/practice?piece=${saved}` : '/pieces', { replace: true })
  }

  // Entries of a wizard that saved earlier are replaced too, because their answers are empty now (rule NP4).
  const isOfEarlier = entry !== null && entry.piece !== draft.id && library.pieces.has(entry.piece)
  if (isOfEarlier) return <Redirect to="/pieces" />

  if (isFull) {
    return (
      <Page title={t('new.title')}>
        <UpgradeDialog limit="pieces" onClose={() => navigate('/pieces', { replace: true })} />
      </Page>
    )
  }
  if (place.kind === 'choice') {
    return (
      <WholeOrSectionsChoice
        begun={
          hasWizardInput(draft) && last.kind === 'step'
            ? { name: normalizeName(draft.name), step: last.step }
            : null
        }
        onGoOn={() => forward(last)}
        onStartOver={startOver}
        onChoose={type => forward({ kind: 'step', type, step: 0 })}
      />
    )
  }

  const { type, step } = place
  const reachable = findReachableWizardStep(type, step, draft)
  if (reachable !== step)
    return <Redirect to={formatWizardUrl({ ...place, step: reachable })} state={location.state} />

  // A directly opened address gets this state too, so that Back does not lead here after saving.
  if (entry === null) return <Redirect to={formatWizardUrl(place)} state={{ piece: draft.id, depth: 0 }} />

  return (
    <WizardStep
      // Mounted again for each step, so that the focus moves to the new question.
      key={formatWizardUrl(place)}
      type={type}
      step={step}
      role={role}
      draft={draft}
      isKnown={library.pieces.has(draft.id)}
      onDraft={setDraft}
      onBack={() => {
        if (step > 0) return back({ ...place, step: step - 1 })
        startOver()
        back({ kind: 'choice' })
      }}
      onNext={() => forward({ ...place, step: step + 1 })}
      onSaved={leave}
    />
  )
}

type ChoiceScreenProps = {
  begun: { name: string; step: number } | null
  onGoOn: () => void
  onStartOver: () => void
  onChoose: (type: WholeOrSections) => void
}

function WholeOrSectionsChoice({ begun, onGoOn, onStartOver, onChoose }: ChoiceScreenProps) {
  const { t } = useTranslation('pieces')
  const heading = useRef<HTMLHeadingElement>(null)

  function startOver() {
    onStartOver()
    // The button is removed together with the offer, so the focus moves to an element that stays.
    heading.current?.focus()
  }

  return (
    <Page title={t('new.title')} start={<IconLink icon="back" to="/pieces" label={t('new.backToPieces')} />}>
      <h1 ref={heading} tabIndex={-1}>
        {t('new.title')}
      </h1>
      {begun && (
        <Notice
          actions={
            <>
              <Button variant="main" onClick={onGoOn}>
                {t('new.begun.goOn')}
              </Button>
              <Button variant="line" onClick={startOver}>
                {t('new.begun.startOver')}
              </Button>
            </>
          }
        >
          <p>
            {begun.name === '' ? (
              t('new.begun.nameless')
            ) : (
              <PartlyTranslated emphasis text={t('new.begun.named', { piece: begun.name })} />
            )}
          </p>
          <p className={styles.count}>{t('new.step', { step: begun.step + 1, steps: WIZARD_STEP_COUNT })}</p>
        </Notice>
      )}
      <div className={styles.choice}>
        <Choice name={t('new.whole')} hint={t('new.wholeHint')} onChoose={() => onChoose('whole')} />
        <Choice
          name={t('new.split')}
          hint={t('new.splitHint')}
          barlines
          onChoose={() => onChoose('sections')}
        />
      </div>
    </Page>
  )
}

type ChoiceProps = { name: string; hint: string; barlines?: boolean; onChoose: () => void }

function Choice({ name, hint, barlines = false, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={styles.type} onClick={onChoose}>
      <svg viewBox="0 0 400 80" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.staff} d="M0 1h400M0 20.5h400M0 40h400M0 59.5h400M0 79h400" />
        <path className={styles.ends} d="M5 0v80M395 0v80" />
        {barlines && <path className={styles.barlines} d="M120 0v80M220 0v80M320 0v80" />}
      </svg>
      <span className={styles.typeName}>
        {name}
        <Icon name="next" />
      </span>
      {/* The space keeps a screen reader from joining the two texts. */} <span>{hint}</span>
    </button>
  )
}
