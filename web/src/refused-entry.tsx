import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Library } from '#core/library.ts'
import { useKnownRole } from '#web/identity/use-session.ts'
import { currentStore } from '#web/store/current-store.ts'
import type { RefusedGroup } from '#web/store/refused-groups.ts'
import { Button, ButtonLink } from './kit/button.tsx'
import { DialogFault } from './kit/dialog-fault.tsx'
import { UpgradeDialog } from './kit/upgrade-dialog.tsx'
import { prepareForm } from './refused-draft.ts'
import { waysFor } from './refused-ways.ts'
import { whatIn, whyOf, type Names } from './refused-words.ts'
import styles from './sync-dialog.module.css'

type Props = {
  group: RefusedGroup
  isDiscarded: boolean
  /** It was thrown away alone and a moment ago. */
  hasFocus: boolean
  library: Library
  names: Names
  onRetry: () => void
  onDiscard: () => void
  onRestore: () => void
  /** Closes the dialog the list stands in: the form takes the screen. */
  onClose: () => void
}

/** One refused change with what hangs on it: what it was to do, why it was refused, and the ways on. */
export function RefusedEntry({ group, isDiscarded, hasFocus, library, names, ...on }: Props) {
  const { t } = useTranslation('sync')
  const { root, dependants } = group
  const what = whatIn(t, root.change, names)

  if (isDiscarded) return <Discarded what={what} hasFocus={hasFocus} onRestore={on.onRestore} />
  return (
    <li className={styles.entry}>
      <p className={styles.what}>{what}</p>
      <p className={styles.muted}>{whyOf(t, root)}</p>
      {dependants.length > 0 && (
        <details className={styles.hanging}>
          <summary>{t('refused.hanging', { count: dependants.length })}</summary>
          <ul>
            {dependants.map(({ id, change }) => (
              <li key={id}>{whatIn(t, change, names)}</li>
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
      <p className={styles.muted}>{t('refused.discarded', { what })}</p>
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
  const navigate = useNavigate()
  const ways = waysFor(root, library, useKnownRole())
  const [isUpgrading, setUpgrading] = useState(false)
  const [fault, setFault] = useState<'in-the-way' | 'failed' | null>(null)

  async function edit() {
    const store = currentStore.get()
    const prepared = store === null ? null : await prepareForm(store, library, root.change)
    if (prepared?.kind !== 'ready') return setFault(prepared?.kind ?? 'failed')
    onClose()
    void navigate(prepared.path)
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
      {fault === 'failed' && <DialogFault>{common('toast.error')}</DialogFault>}
      {fault === 'in-the-way' && (
        <>
          <DialogFault>{t('refused.draftInTheWay')}</DialogFault>
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
