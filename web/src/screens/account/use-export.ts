import { useState } from 'react'
import { getExport, type ExportAnswer, type ExportFormat } from '#web/api/export-call.ts'
import { saveAsFile } from '#web/kit/save-as-file.ts'
import { useIsShown } from '#web/kit/use-is-shown.ts'
import { language } from '#web/language/language.ts'
import { syncNow } from '#web/store/sync-state.ts'

type Fault = Exclude<ExportAnswer['kind'], 'file'>

/** Fetches an export and hands it to the browser as a download. */
export function useExport(userId: string) {
  const [busy, setBusy] = useState<ExportFormat | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const isShown = useIsShown()

  async function save(format: ExportFormat) {
    if (busy !== null) return
    setFault(null)
    setBusy(format)
    // The file comes from the server: what waits here is sent first, once.
    await syncNow()
    const answer = await getExport(userId, format, language())
    if (!isShown()) return
    setBusy(null)
    if (answer.kind === 'file') saveAsFile(`dacapo-${today()}.${format}`, answer.file)
    else setFault(answer.kind)
  }

  return { busy, fault, save }
}

/** Under the musician's date, which can be another than the server's. */
function today(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
