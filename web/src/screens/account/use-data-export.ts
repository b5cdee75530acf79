import { useState } from 'react'
import { formatIsoDay } from '#core/library/day.ts'
import { getExport, type ExportResult, type ExportFormat } from '#web/api/account-calls.ts'
import { localDay } from '#web/device/calendar.ts'
import { downloadFile } from '#web/kit/download-file.ts'
import { useIsScreenCurrent } from '#web/kit/screen.ts'
import { currentLanguage } from '#web/language/language.ts'
import { correctedNow } from '#web/store/clock.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'

type Fault = Exclude<ExportResult, { kind: 'file' }>

/**
 * Returns whether a data export is running, the megabytes received so far, the error or null, and a function that syncs
 * pending changes and then downloads the export (rule EX11).
 */
export function useDataExport(userId: string) {
  const { sync, store } = useDeviceLibrary()
  const [busy, setBusy] = useState<ExportFormat | null>(null)
  const [megabytes, setMegabytes] = useState(0)
  const [fault, setFault] = useState<Fault | null>(null)
  const isShown = useIsScreenCurrent()

  async function save(format: ExportFormat) {
    if (busy !== null) return
    setFault(null)
    setMegabytes(0)
    setBusy(format)
    // The server creates the file, so pending changes are synced first.
    await sync.syncNow()
    const showBytes = (bytes: number) => setMegabytes(Math.floor(bytes / 1e5) / 10)
    const answer = await getExport(userId, format, currentLanguage(), showBytes)
    if (!isShown()) return
    setBusy(null)
    if (answer.kind === 'file')
      downloadFile(`dacapo-${formatIsoDay(localDay(correctedNow(store.get())))}.${format}`, answer.file)
    else setFault(answer)
  }

  return { busy, megabytes, fault, save }
}
