import { lazy, startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { DialogError } from '#web/kit/dialog.tsx'
import { useSyncState, useDeviceLibrary } from '#web/store/device-library.ts'
import styles from './export-and-import.module.css'
import { formatIsoDay } from '#core/library/day.ts'
import { getExport, type ExportResult, type ExportFormat } from '#web/api/account-calls.ts'
import { localDay } from '#web/device/calendar.ts'
import { downloadFile } from '#web/kit/download-file.ts'
import { useIsScreenCurrent } from '#web/kit/screen.ts'
import { currentLanguage } from '#web/language/language.ts'
import { correctedNow } from '#web/store/clock.ts'

// Loaded on demand, because imports are rare.
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

export function ExportAndImport({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const { kind, waiting } = useSyncState()
  const { busy, fault, save } = useDataExport(userId)
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
        <Button variant="line" onClick={() => startTransition(() => setImporting(true))}>
          {t('data.import')}
        </Button>
      </div>
      <div className={styles.words} role="status">
        {isCutOff && fault === null && <p>{t('data.offline')}</p>}
        {waiting > 0 && <p>{t('data.waiting', { count: waiting })}</p>}
      </div>
      {fault !== null && <DialogError>{t(`data.${fault.kind}`, fault)}</DialogError>}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </section>
  )
}

type Fault = Exclude<ExportResult, { kind: 'file' }>

function useDataExport(userId: string) {
  const { sync, store } = useDeviceLibrary()
  const [busy, setBusy] = useState<ExportFormat | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const isShown = useIsScreenCurrent()

  async function save(format: ExportFormat) {
    if (busy !== null) return
    setFault(null)
    setBusy(format)
    // The server creates the file, so pending changes are synced first.
    await sync.syncNow()
    const answer = await getExport(userId, format, currentLanguage())
    if (!isShown()) return
    setBusy(null)
    if (answer.kind === 'file')
      downloadFile(`dacapo-${formatIsoDay(localDay(correctedNow(store.get())))}.${format}`, answer.file)
    else setFault(answer)
  }

  return { busy, fault, save }
}
