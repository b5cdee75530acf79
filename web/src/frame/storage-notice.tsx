import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLibraryServices, useStorageTrouble } from '#web/store/library-services.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import type { FrameDialogRequest } from '#web/kit/frame-contexts.ts'
import { showErrorToast } from '#web/kit/toast/show-toast.tsx'

type Trouble = Extract<FrameDialogRequest, { kind: 'storage' }>['trouble']

/** Shows nothing if the library could not be opened, because screens then report that themselves (ST18). */
export function useStorageTroubleToast(open: (dialog: FrameDialogRequest) => void): void {
  const { t } = useTranslation()
  const trouble = useStorageTrouble()
  const { library } = useLibraryServices()

  // Shown once; a change of language does not repeat it.
  const warn = useEffectEvent((trouble: Trouble) => {
    if (trouble === 'forbidden' || library.get().kind === 'failed') return
    const run = () => open({ kind: 'storage', trouble })
    showErrorToast(t(`storage.${trouble}.title`), { label: t('storage.help'), run })
  })
  useEffect(() => {
    if (trouble !== null) warn(trouble)
  }, [trouble])
}

export function StorageTroubleDialog({ trouble, onClose }: { trouble: Trouble; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t(`storage.${trouble}.short`)} onClose={onClose}>
      <p>{t(`storage.${trouble}.text`)}</p>
      {trouble !== 'full' && (
        <Button variant="main" icon="sync" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      )}
    </Dialog>
  )
}
