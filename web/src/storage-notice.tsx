import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStorageTrouble, type StorageTrouble } from '#web/store/storage-trouble.ts'
import { Button } from './kit/button.tsx'
import { Dialog } from './kit/dialog.tsx'
import { PillButton } from './kit/pill.tsx'
import { showError } from './kit/toast.tsx'

type Trouble = NonNullable<StorageTrouble>

/**
 * Says at once when this device stopped keeping what is done, whatever screen is open; the toast leads to what can be
 * done about it. Where nothing was ever kept, the screens say so themselves (rule ST18).
 */
export function StorageWarning() {
  const { t } = useTranslation()
  const trouble = useStorageTrouble()
  const [explained, setExplained] = useState<Trouble | null>(null)

  // Said once: another language later is no news.
  const warn = useEffectEvent((of: Exclude<Trouble, 'forbidden'>) =>
    showError(t(`storage.${of}.title`), { label: t('storage.help'), run: () => setExplained(of) }),
  )
  useEffect(() => {
    if (trouble !== null && trouble !== 'forbidden') warn(trouble)
  }, [trouble])

  return explained && <StorageDialog trouble={explained} onClose={() => setExplained(null)} />
}

/** The same in the top row, for as long as it is so; a press tells what can be done. */
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
