import { useEffect, useReducer, useState, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestFailure } from '#web/api/send-request.ts'
import { thenWhileMounted } from '#web/concurrency/waiting.ts'
import { Button } from '#web/kit/button.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import styles from './account.module.css'

type AccountList<Item> =
  | { readonly kind: 'loading' | 'offline' | 'failed' }
  | { readonly kind: 'listed'; readonly items: readonly Item[] }

/** `load` must be the same function on each render, because a new one loads the list again. */
export function useServerOnlyList<Item>(
  userId: string,
  load: (userId: string) => Promise<readonly Item[] | RequestFailure>,
) {
  const [list, setList] = useState<AccountList<Item>>({ kind: 'loading' })
  const [attempt, loadAgain] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    // An answer that comes after a later request was sent must not replace its answer.
    const ignore = thenWhileMounted(load(userId), answer => {
      if ('kind' in answer) setList({ kind: answer.kind === 'offline' ? 'offline' : 'failed' })
      else setList({ kind: 'listed', items: answer })
    })
    window.addEventListener('online', loadAgain)
    return () => {
      ignore()
      window.removeEventListener('online', loadAgain)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every attempt loads again
  }, [userId, load, attempt])

  function reload() {
    setList({ kind: 'loading' })
    loadAgain()
  }

  function keepOnly(stays: (item: Item) => boolean) {
    setList(known => (known.kind === 'listed' ? { ...known, items: known.items.filter(stays) } : known))
  }

  return { list, loadAgain, reload, keepOnly }
}

export const AccountListRow = ({ name, action, children }: RowProps) => (
  <li className={styles.row}>
    <div className={styles.words}>
      <p className={styles.item}>{name}</p>
      {children}
    </div>
    {action}
  </li>
)

type RowProps = { name: string; action?: ReactNode; children: ReactNode }

type SectionProps = {
  texts: 'devices' | 'signIns'
  heading?: Ref<HTMLHeadingElement>
  kind: AccountList<unknown>['kind']
  onReload: () => void
  children: ReactNode
}

export function AccountListSection({ texts, heading, kind, onReload, children }: SectionProps) {
  const { t } = useTranslation('account')
  return (
    <section
      className={styles.section}
      aria-labelledby={texts}
      data-loading={kind === 'loading' || undefined}
    >
      <h2 id={texts} ref={heading} tabIndex={-1}>
        {t(`${texts}.title`)}
      </h2>
      {kind === 'loading' && <LoadingIndicator label={t(`${texts}.loading`)} />}
      {(kind === 'offline' || kind === 'failed') && (
        <>
          <p className={styles.muted}>{t(`${texts}.${kind}`)}</p>
          <Button onClick={onReload}>{t(`${texts}.again`)}</Button>
        </>
      )}
      {kind === 'listed' && children}
    </section>
  )
}
