import { useState } from 'react'
import { getExport, type ExportResult, type ExportFormat } from '#web/api/export-call.ts'
import { downloadFile } from '#web/kit/download-file.ts'
import { useIsScreenCurrent } from '#web/kit/use-is-screen-current.ts'
import { currentLanguage } from '#web/language/language.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'

type Fault = Exclude<ExportResult['kind'], 'file'>

/**
 * Returns whether a data export is running, the megabytes received so far, the error or null, and a function that syncs
 * pending changes and then downloads the export (rule EX11).
 */
export function useDataExport(userId: string) {
  const { sync } = useDeviceLibrary()
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
    if (answer.kind === 'file') downloadFile(`dacapo-${today()}.${format}`, answer.file)
    else setFault(answer.kind)
  }

  return { busy, megabytes, fault, save }
}

/** Returns the date in the user's time zone, which may differ from the server's. */
function today(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
