import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { livingPieces } from '#core/library.ts'
import { mayAddPiece, type KnownRole } from '#core/plan.ts'
import { useKnownRole } from '#web/identity/use-session.ts'
import { UpgradeDialog } from '#web/kit/upgrade-dialog.tsx'
import { NoLibrary } from '#web/kit/no-library.tsx'
import { Page } from '#web/kit/page.tsx'
import { useLibrary } from '#web/store/use-library.ts'
import { BLANK_DRAFT, reachableStep } from './piece-draft.ts'
import { TypeChoice } from './type-choice.tsx'
import { addressOf, placeOf, type WizardPlace } from './wizard-address.ts'
import { WizardStep } from './wizard-step.tsx'

/** The screen at /new: whole piece or sections, then four steps (spec 2 and 4). */
export function NewPiece() {
  const { t } = useTranslation('pieces')
  const library = useLibrary()
  const role = useKnownRole()

  if (library.kind === 'ready' || library.kind === 'unheard')
    return <Wizard role={role} pieces={livingPieces(library.library).length} />
  if (library.kind === 'failed') return <Navigate to="/pieces" replace />
  return (
    <Page title={t('new.title')}>
      <h1>{t('new.title')}</h1>
      <NoLibrary because="loading" />
    </Page>
  )
}

function Wizard({ role, pieces }: { role: KnownRole; pieces: number }) {
  const { t } = useTranslation('pieces')
  const navigate = useNavigate()
  const location = useLocation()
  const [draft, setDraft] = useState(BLANK_DRAFT)
  // Asked once, on the way in: the piece that is being saved must not be refused by its own arrival.
  const [isFull] = useState(() => mayAddPiece(role, pieces).kind === 'refused')
  const place = placeOf(new URLSearchParams(location.search))

  // Steps are entries of the browser's history, so its Back goes one step back as well.
  const forward = (to: WizardPlace) => navigate(addressOf(to), { state: { cameFrom: 'wizard' } })

  function back(to: WizardPlace) {
    if (hasStepBefore(location.state)) return navigate(-1)
    return navigate(addressOf(to), { replace: true })
  }

  if (isFull) {
    return (
      <Page title={t('new.title')}>
        <UpgradeDialog limit="pieces" onClose={() => void navigate('/pieces', { replace: true })} />
      </Page>
    )
  }
  if (place.kind === 'choice') {
    return <TypeChoice onChoose={type => void forward({ kind: 'step', type, step: 0 })} />
  }

  const { type, step } = place
  const reachable = reachableStep(type, step, draft)
  if (reachable !== step) return <Navigate to={addressOf({ ...place, step: reachable })} replace />

  return (
    <WizardStep
      type={type}
      step={step}
      role={role}
      draft={draft}
      onDraft={setDraft}
      onBack={() => void back(step === 0 ? { kind: 'choice' } : { ...place, step: step - 1 })}
      onNext={() => void forward({ ...place, step: step + 1 })}
      // In place of the last step: the browser's Back must not lead into a finished form.
      onSaved={() => void navigate('/pieces', { replace: true })}
    />
  )
}

const hasStepBefore = (state: unknown) =>
  typeof state === 'object' && state !== null && 'cameFrom' in state && state.cameFrom === 'wizard'
