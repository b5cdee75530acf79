import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStorageTrouble, type StorageTrouble } from '#web/store/storage-trouble.ts'
import { useLibrary } from '#web/store/use-library.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { PillButton } from '#web/kit/pill.tsx'
import { showError } from '#web/kit/show-toast.tsx'

type Trouble = NonNullable<StorageTrouble>

/**
 * Shows a toast as soon as this device stops storing changes, on every screen; its action explains what to do. Screens
 * without a library report it themselves (rule ST18).
 */
export function StorageWarning() {
  const { t } = useTranslation()
  const trouble = useStorageTrouble()
  const library = useLibrary()
  const [explained, setExplained] = useState<Trouble | null>(null)

  // Shown once; a change of language does not repeat it.
  const warn = useEffectEvent((of: Exclude<Trouble, 'forbidden'>) =>
    showError(t(`storage.${of}.title`), { label: t('storage.help'), run: () => setExplained(of) }),
  )
  const hasLibrary = useEffectEvent(() => library.kind !== 'failed')
  useEffect(() => {
    if (trouble !== null && trouble !== 'forbidden' && hasLibrary()) warn(trouble)
  }, [trouble])

  return explained && <StorageDialog trouble={explained} onClose={() => setExplained(null)} />
}

/** Shows the storage trouble in the top row as long as it lasts; a press explains what to do. */
export function StoragePill({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation()
  const [isExplained, setExplained] = useState(false)
  return (
    <>
      <PillButton icon="alert" onClick={() => setExplained(true)}>
        {t(`storage.${trouble}.short`)}
      </PillButton>
      {isExplained && <StorageDialog trouble={trouble} onClose={() => setExplained(false)} />}
    </>
  )
}

function StorageDialog({ trouble, onClose }: { trouble: Trouble; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t(`storage.${trouble}.title`)} onClose={onClose}>
      <p>{t(`storage.${trouble}.text`)}</p>
      {trouble !== 'full' && (
        <Button variant="main" icon="sync" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      )}
    </Dialog>
  )
}
