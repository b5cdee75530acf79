import { useTranslation } from 'react-i18next'
import type { Library } from '#core/library/library.ts'
import { useKnownRole } from '#web/identity/use-session.ts'
import { LibraryUnavailable } from '#web/kit/library-states/library-unavailable.tsx'
import { Page } from '#web/kit/page.tsx'
import { usePersistedDraft } from '#web/store/persisted-values.ts'
import { useLibrary } from '#web/store/device-library.ts'
import { parseWizardDraft } from './wizard-draft.ts'
import { NewPieceWizard } from './new-piece-wizard.tsx'

/**
 * Renders the screen at /new, on which the user adds a piece in a wizard: the choice between a whole piece and
 * sections, then four steps (spec 2 and 4).
 */
export function NewPiece() {
  const { t } = useTranslation('pieces')
  const library = useLibrary()

  if (library.kind === 'ready' || library.kind === 'never-synced')
    return <WithDraft library={library.library} isComplete={library.kind === 'ready'} />
  return (
    <Page title={t('new.title')}>
      <h1>{t('new.title')}</h1>
      <LibraryUnavailable because={library.kind} />
    </Page>
  )
}

/** `isComplete` is false until the first sync, when there may be pieces that this device does not know. */
function WithDraft({ library, isComplete }: { library: Library; isComplete: boolean }) {
  const role = useKnownRole()
  const [begun, keep] = usePersistedDraft('draft new', parseWizardDraft)
  return <NewPieceWizard library={library} isComplete={isComplete} role={role} begun={begun} keep={keep} />
}
