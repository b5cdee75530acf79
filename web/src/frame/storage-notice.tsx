import { createContext, use, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { StorageTrouble } from '#web/store/store-interface.ts'
import { useStorageTrouble, useLibrary } from '#web/store/device-library.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { PillButton } from '#web/kit/pill.tsx'
import { showError } from '#web/kit/toast/show-toast.tsx'

/** Reason why this device cannot store anything now, such as 'full'. */
export type Trouble = NonNullable<StorageTrouble>

/**
 * React context that contains the function which opens the dialog about a storage problem. SignedInFrame sets its
 * value.
 */
export const ExplainTroubleContext = createContext<(trouble: Trouble) => void>(() => {})

type Props = {
  /** The problem that the dialog explains; null if the dialog is closed. */
  explained: Trouble | null
  onExplain: (trouble: Trouble | null) => void
}

/**
 * Shows a toast as soon as this device cannot store changes any more, and renders the dialog that explains the problem.
 * A press on the toast opens the dialog. Shows no toast if the library could not be opened, because screens then show
 * the problem themselves (rule ST18).
 */
export function StorageTroubleToast({ explained, onExplain }: Props) {
  const { t } = useTranslation()
  const trouble = useStorageTrouble()
  const library = useLibrary()

  // Shown once; a change of language does not repeat it.
  const warn = useEffectEvent((of: Exclude<Trouble, 'forbidden'>) =>
    showError(t(`storage.${of}.title`), { label: t('storage.help'), run: () => onExplain(of) }),
  )
  const hasLibrary = useEffectEvent(() => library.kind !== 'failed')
  useEffect(() => {
    if (trouble !== null && trouble !== 'forbidden' && hasLibrary()) warn(trouble)
  }, [trouble])

  return explained && <StorageDialog trouble={explained} onClose={() => onExplain(null)} />
}

/**
 * Renders a pill (a small button) that says why this device cannot store changes. A press opens the dialog that
 * explains the problem.
 */
export function StorageTroublePill({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation()
  const explain = use(ExplainTroubleContext)
  return (
    <PillButton icon="alert" onClick={() => explain(trouble)}>
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
