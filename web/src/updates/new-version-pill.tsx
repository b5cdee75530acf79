import { useTranslation } from 'react-i18next'
import { useObservable } from '#web/concurrency/use-observable.ts'
import { PillButton } from '#web/kit/pill.tsx'
import { activateNewVersion, newVersionOffered } from './new-version.ts'

/** Offers the new version; a press loads it (rule OF5). */
export function NewVersionPill() {
  const { t } = useTranslation()
  const isOffered = useObservable(newVersionOffered)

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
