import { useTranslation } from 'react-i18next'
import { useObservable } from '#web/concurrency/observable.ts'
import { PillButton } from '#web/kit/pill.tsx'
import { activateNewVersion, isNewVersionOffered } from './new-version.ts'

/** Renders a pill (a small button) if a new version of the app is offered. A press loads the new version (rule OF5). */
export function NewVersionPill() {
  const { t } = useTranslation()
  const isOffered = useObservable(isNewVersionOffered)

  return (
    <output>
      {isOffered && (
        <PillButton icon="sync" label={t('newVersion.name')} onClick={() => void activateNewVersion()}>
          {t('newVersion.short')}
        </PillButton>
      )}
    </output>
  )
}
