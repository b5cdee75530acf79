import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '#web/navigation/navigate.ts'
import type { Library } from '#core/library/library.ts'
import { useKnownRole } from '#web/identity/use-session.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import type { RejectedGroup } from '#web/store/rejected-groups.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { DialogError } from '#web/kit/dialog-error.tsx'
import { UpgradeDialog } from '#web/billing/upgrade-dialog.tsx'
import { Sentence } from '#web/language/sentence.tsx'
import { restoreRejectedInput } from './restore-rejected-input.ts'
import { optionsForRejectedChange } from './options-for-rejected-change.ts'
import type { PieceAndPartNames } from './piece-and-part-names.ts'
import { describeIntendedChange, describeRejectionReason } from './rejected-change-text.ts'
import styles from './sync-dialog.module.css'

type Props = {
  group: RejectedGroup
  isDiscarded: boolean
  /** True if this change was discarded last and alone. Its Undo button then gets the focus. */
  hasFocus: boolean
  library: Library
  names: PieceAndPartNames
  onRetry: () => void
  onDiscard: () => void
  onRestore: () => void
  /** Closes the surrounding dialog, because the form replaces the screen. */
  onClose: () => void
}

/**
 * Renders a rejected change with the rejected changes that depend on it: a description, the reason for the rejection,
 * and buttons for the user's options.
 */
export function RejectedChangeItem({ group, isDiscarded, hasFocus, library, names, ...on }: Props) {
  const { t } = useTranslation('sync')
  const { root, dependants } = group
  const what = describeIntendedChange(t, root.change, names)

  if (isDiscarded) return <Discarded what={what} hasFocus={hasFocus} onRestore={on.onRestore} />
  return (
    <li className={styles.entry}>
      <p className={styles.what}>
        <Sentence text={what} />
      </p>
      <p className={styles.muted}>{describeRejectionReason(t, root)}</p>
      {dependants.length > 0 && (
        <details className={styles.hanging}>
          <summary>{t('refused.hanging', { count: dependants.length })}</summary>
          <ul>
            {dependants.map(({ id, change }) => (
              <li key={id}>
                <Sentence text={describeIntendedChange(t, change, names)} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Actions group={group} library={library} {...on} />
    </li>
  )
}

type DiscardedProps = Pick<Props, 'hasFocus' | 'onRestore'> & { what: string }

function Discarded({ what, hasFocus, onRestore }: DiscardedProps) {
  const { t } = useTranslation('sync')
  const { t: common } = useTranslation()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasFocus) undo.current?.focus()
  }, [hasFocus])

  return (
    <li className={styles.entry}>
      <p className={styles.muted}>
        <Sentence text={t('refused.discarded', { what })} />
      </p>
      <div className={styles.actions}>
        <Button ref={undo} variant="line" onClick={onRestore}>
          {common('undo')}
        </Button>
      </div>
    </li>
  )
}

function Actions({
  group: { root },
  library,
  onRetry,
  onDiscard,
  onClose,
}: Pick<Props, 'group' | 'library' | 'onRetry' | 'onDiscard' | 'onClose'>) {
  const { t } = useTranslation('sync')
  const { t: common } = useTranslation()
  const device = useDeviceLibrary()
  const ways = optionsForRejectedChange(root, library, useKnownRole())
  const [isUpgrading, setUpgrading] = useState(false)
  const [fault, setFault] = useState<'in-the-way' | 'failed' | null>(null)

  async function edit() {
    const store = device.store.get()
    const prepared = store === null ? null : await restoreRejectedInput(store, library, root.change)
    if (prepared?.kind !== 'ready') return setFault(prepared?.kind ?? 'failed')
    onClose()
    navigate(prepared.path)
  }

  return (
    <>
      <div className={styles.actions}>
        {ways.upgrade !== null && (
          <Button variant="main" onClick={() => setUpgrading(true)}>
            {t('refused.upgrade')}
          </Button>
        )}
        {ways.retry && <Button onClick={onRetry}>{t('refused.retry')}</Button>}
        {ways.edit && (
          <Button icon="edit" onClick={() => void edit()}>
            {t('refused.edit')}
          </Button>
        )}
        <Button variant="danger" className={styles.discard} onClick={onDiscard}>
          {t('refused.discard')}
        </Button>
      </div>
      {fault === 'failed' && <DialogError>{common('toast.error')}</DialogError>}
      {fault === 'in-the-way' && (
        <>
          <DialogError>{t('refused.draftInTheWay')}</DialogError>
          <ButtonLink variant="line" to="/new" onClick={onClose}>
            {t('refused.toDraft')}
          </ButtonLink>
        </>
      )}
      {isUpgrading && ways.upgrade !== null && (
        <UpgradeDialog limit={ways.upgrade} onClose={() => setUpgrading(false)} />
      )}
    </>
  )
}
