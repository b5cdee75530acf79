import styles from './pieces.module.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetween, type Day } from '#core/library/day.ts'
import { restorableRows, type Library, type Restorable } from '#core/library/library.ts'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { planLimitOf, UpgradeDialog, type PlanLimit } from '#web/billing/upgrade-dialog.tsx'
import { localDay } from '#web/device/calendar.ts'
import { Button } from '#web/kit/button.tsx'
import { scrollToListItem } from '#web/kit/list/use-list-position.ts'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { recordChange } from '#web/store/record-change.ts'

type Props = { library: Library; today: Day }

export function DeletedList({ library, today }: Props) {
  const { t } = useTranslation('pieces')
  const [isOpen, setOpen] = useState(false)
  const [limit, setLimit] = useState<PlanLimit | null>(null)
  const restore = useRestore(setLimit)
  const rows = restorableRows(library, today, localDay)

  return (
    <>
      {rows.length > 0 && (
        <details className={styles.deleted} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary>{t('deleted.title', { count: rows.length })}</summary>
          {isOpen && (
            <>
              <p>{t('deleted.hint', { count: RETENTION_PERIODS.deletedDays })}</p>
              <ul>
                {rows.map(row => (
                  <li key={(row.part ?? row.piece).id}>
                    <span>
                      <b translate="no">{nameOf(row)}</b> <DeletedSince days={daysBetween(row.day, today)} />
                    </span>
                    <Button
                      variant="line"
                      aria-label={t('deleted.restoreNamed', { name: nameOf(row) })}
                      onClick={() => void restore(row)}
                    >
                      {t('deleted.restore')}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </details>
      )}
      {limit && <UpgradeDialog limit={limit} onClose={() => setLimit(null)} />}
    </>
  )
}

function DeletedSince({ days }: { days: number }) {
  const { t } = useTranslation('pieces')
  return <small>{t(days === 0 ? 'deleted.today' : 'deleted.daysAgo', { count: days })}</small>
}

const nameOf = ({ piece, part }: Restorable) => (part === null ? piece.name : `${piece.name} (${part.name})`)

function useRestore(onLimit: (limit: PlanLimit) => void): (row: Restorable) => Promise<void> {
  const { t } = useTranslation('pieces')
  const { t: common } = useTranslation()
  const device = useDeviceLibrary()

  return async row => {
    const { piece, part } = row
    const recorded = await recordChange(
      device,
      part === null
        ? { kind: 'piece.restore', args: { id: piece.id } }
        : { kind: 'part.restore', args: { id: part.id, pieceId: piece.id } },
    )
    const limit = recorded.kind === 'rejected' ? planLimitOf(recorded.code) : null
    if (recorded.kind === 'saved') {
      showSuccess(t('editor.restored', { piece: nameOf(row) }))
      scrollToListItem(piece.id)
    } else if (limit === null) showError(common('toast.error'))
    else onLimit(limit)
  }
}
