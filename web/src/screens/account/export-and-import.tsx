import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { DialogError } from '#web/kit/dialog.tsx'
import { useSyncState } from '#web/store/device-library.ts'
import { useDataExport } from './use-data-export.ts'
import styles from './export-and-import.module.css'

// Loaded on demand, because imports are rare.
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

/**
 * Renders the buttons that export all of the user's data to a JSON or CSV file, and import a file (rules EX11, EX9).
 */
export function ExportAndImport({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const { kind, waiting } = useSyncState()
  const { busy, megabytes, fault, save } = useDataExport(userId)
  const [isImporting, setImporting] = useState(false)
  const isCutOff = kind === 'offline'

  return (
    <section className={styles.data} aria-labelledby="your-data">
      <h2 id="your-data">{t('data.title')}</h2>
      <p>{t('data.what')}</p>
      <div className={styles.ways}>
        <Button variant="line" busy={busy === 'json'} onClick={() => void save('json')}>
          {t('data.json')}
        </Button>
        <Button variant="line" busy={busy === 'csv'} onClick={() => void save('csv')}>
          {t('data.csv')}
        </Button>
        <Button variant="line" onClick={() => setImporting(true)}>
          {t('data.import')}
        </Button>
      </div>
      {busy !== null && megabytes > 0 && <p className={styles.words}>{t('data.received', { megabytes })}</p>}
      <div className={styles.words} role="status">
        {isCutOff && fault === null && <p>{t('data.offline')}</p>}
        {waiting > 0 && <p>{t('data.waiting', { count: waiting })}</p>}
      </div>
      {fault !== null && <DialogError>{t(`data.${fault.kind}`, fault)}</DialogError>}
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </section>
  )
}
