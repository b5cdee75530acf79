import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { livingPieces, type Library } from '#core/library.ts'
import { tidiedName } from '#core/piece.ts'
import { mayAddPiece, type KnownRole } from '#core/plan.ts'
import { useBusy } from '#web/device/busy.ts'
import { Page } from '#web/kit/page.tsx'
import { UpgradeDialog } from '#web/kit/upgrade-dialog.tsx'
import { useIsShown } from '#web/kit/use-is-shown.ts'
import { newPieceId } from '#web/store/new-ids.ts'
import type { BegunPiece } from './kept-piece.ts'
import { blankDraft, isBegun, reachableStep } from './piece-draft.ts'
import { TypeChoice } from './type-choice.tsx'
import { addressOf, placeOf, type WizardPlace } from './wizard-address.ts'
import { wizardEntry } from './wizard-history.ts'
import { WizardStep } from './wizard-step.tsx'

type Props = {
  library: Library
  role: KnownRole
  /** What this device kept of the last time. */
  begun: BegunPiece | null
  keep: (begun: BegunPiece | null) => void
}

/** The choice of the type and the four steps, each an entry of the browser's history. */
export function Wizard({ library, role, begun, keep }: Props) {
  const { t } = useTranslation('pieces')
  const navigate = useNavigate()
  const isShown = useIsShown()
  const location = useLocation()
  const place = placeOf(new URLSearchParams(location.search))
  const entry = wizardEntry(location.state)
  const depth = entry?.depth ?? 0

  // What was saved is not begun any more, even if this device could not take it off its list.
  const [waiting] = useState(() => (begun !== null && library.pieces.has(begun.draft.id) ? null : begun))
  const [first] = useState(() => waiting?.draft ?? blankDraft(newPieceId()))
  const [draft, setDraft] = useState(first)
  const [last, setLast] = useState<WizardPlace>(
    waiting === null ? { kind: 'choice' } : { kind: 'step', type: waiting.type, step: waiting.step },
  )
  const [isLeaving, setLeaving] = useState(false)
  const [isGone, setGone] = useState(false)
  useBusy(isBegun(draft))
  // Asked once, on the way in: the piece that is being saved must not be refused by its own arrival.
  const [isFull] = useState(() => mayAddPiece(role, livingPieces(library).length).kind === 'refused')

  if (place.kind === 'step' && !isSamePlace(place, last)) setLast(place)
  // Back at its beginning, a wizard that has saved gives its place in the history away, and is gone even where Forward
  // comes before the next screen does.
  if (isLeaving && depth === 0 && !isGone) setGone(true)

  useEffect(() => {
    if (isLeaving || last.kind === 'choice') return
    if (isBegun(draft)) keep({ type: last.type, step: last.step, draft })
    else if (draft !== first) keep(null)
  }, [draft, first, last, isLeaving, keep])

  // Steps are entries of the browser's history, so its Back goes one step back as well.
  const forward = (to: WizardPlace) =>
    void navigate(addressOf(to), { state: { piece: draft.id, depth: depth + 1 } })

  function back(to: WizardPlace) {
    if (depth > 0) void navigate(-1)
    else void navigate(addressOf(to), { replace: true })
  }

  function startOver() {
    keep(null)
    setDraft(blankDraft(newPieceId()))
  }

  function leave() {
    keep(null)
    // Whoever went elsewhere while it was saved stays there.
    if (!isShown()) return
    setLeaving(true)
    if (depth > 0) void navigate(-depth)
  }

  // An entry of a wizard that saved earlier gives its place away too: nobody walks into answered questions that are
  // empty now (rule NP15).
  const isOfEarlier =
    !isLeaving && entry !== null && entry.piece !== draft.id && library.pieces.has(entry.piece)
  if (isGone || isOfEarlier) return <Navigate key={location.key} to="/pieces" replace />

  if (isFull) {
    return (
      <Page title={t('new.title')}>
        <UpgradeDialog limit="pieces" onClose={() => void navigate('/pieces', { replace: true })} />
      </Page>
    )
  }
  if (place.kind === 'choice') {
    return (
      <TypeChoice
        begun={
          isBegun(draft) && last.kind === 'step' ? { name: tidiedName(draft.name), step: last.step } : null
        }
        onGoOn={() => forward(last)}
        onStartOver={startOver}
        onChoose={type => forward({ kind: 'step', type, step: 0 })}
      />
    )
  }

  const { type, step } = place
  const reachable = reachableStep(type, step, draft)
  if (reachable !== step && !isLeaving)
    return <Navigate to={addressOf({ ...place, step: reachable })} state={location.state} replace />

  return (
    <WizardStep
      // Drawn anew for every step, so that the focus leaves the button and goes to the new question.
      key={addressOf(place)}
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

const isSamePlace = (one: WizardPlace, other: WizardPlace) => addressOf(one) === addressOf(other)
