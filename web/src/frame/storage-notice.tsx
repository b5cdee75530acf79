import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { createObservable } from '#web/concurrency/observable.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'
import type { StorageTrouble } from '#web/store/storage-trouble.ts'
import { useStorageTrouble } from '#web/store/use-storage-trouble.ts'
import { useLibrary } from '#web/store/use-library.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { PillButton } from '#web/kit/pill.tsx'
import { showError } from '#web/kit/show-toast.tsx'

type Trouble = NonNullable<StorageTrouble>

/**
 * Observable with the trouble that the dialog explains; null if it is closed. It is not state of the pill, because that
 * unmounts with its page.
 */
const explained = createObservable<Trouble | null>(null)

/**
 * Shows a toast as soon as this device cannot store changes any more, and renders the dialog that explains the problem.
 * Pressing the toast or the pill opens the dialog. Screens without a library show the problem themselves (rule ST18).
 */
export function StorageTroubleToast() {
  const { t } = useTranslation()
  const trouble = useStorageTrouble()
  const library = useLibrary()
  const shown = useObservable(explained)
  useEffect(() => () => explained.set(null), [])

  // Shown once; a change of language does not repeat it.
  const warn = useEffectEvent((of: Exclude<Trouble, 'forbidden'>) =>
    showError(t(`storage.${of}.title`), { label: t('storage.help'), run: () => explained.set(of) }),
  )
  const hasLibrary = useEffectEvent(() => library.kind !== 'failed')
  useEffect(() => {
    if (trouble !== null && trouble !== 'forbidden' && hasLibrary()) warn(trouble)
  }, [trouble])

  return shown && <StorageDialog trouble={shown} onClose={() => explained.set(null)} />
}

/** Renders a pill while this device cannot store changes. A press opens the dialog that explains the problem. */
export function StorageTroublePill({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation()
  return (
    <PillButton icon="alert" onClick={() => explained.set(trouble)}>
      {t(`storage.${trouble}.short`)}
    </PillButton>
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
