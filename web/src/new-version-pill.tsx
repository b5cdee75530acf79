import { useTranslation } from 'react-i18next'
import { useObservable } from '#web/store/use-observable.ts'
import { PillButton } from './kit/pill.tsx'
import { beginNewVersion, isNewVersionOffered } from './new-version.ts'

/** Offers the new version, quietly: a press loads it, whoever does not press goes on as before (rule OF5). */
export function NewVersionPill() {
  const { t } = useTranslation()
  const isOffered = useObservable(isNewVersionOffered)

  return (
    <output>
      {isOffered && (
        <PillButton icon="sync" label={t('newVersion.name')} onClick={() => void beginNewVersion()}>
          {t('newVersion.short')}
        </PillButton>
      )}
    </output>
  )
}
