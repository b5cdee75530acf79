import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { DialogError, Dialog, DialogActions } from '#web/kit/dialog.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useImportCountsText } from './use-import-counts-text.ts'
import { useDataImport, type ImportFault } from './use-data-import.ts'
import styles from './import-dialog.module.css'

type Props = { onClose: () => void }

/**
 * Renders the import dialog with its three steps: choose a file, check the preview, and store the new data (rules EX7,
 * EX9).
 */
export function ImportDialog({ onClose }: Props) {
  const { t } = useTranslation('account')
  const counts = useImportCountsText()
  const { state, read, carryOut } = useDataImport()

  return (
    <Dialog title={t('import.title')} onClose={onClose}>
      {state.kind === 'choose' && <Choose fault={state.fault} onFile={file => void read(file)} />}
      {state.kind === 'reading' && <LoadingIndicator label={t('import.reading')} />}
      {state.kind === 'preview' && (
        <ImportPreview
          name={state.file.name}
          plan={state.plan}
          hasFailed={state.hasFailed}
          onImport={() => void carryOut(state.file, state.plan)}
          onClose={onClose}
        />
      )}
      {state.kind === 'importing' && (
        <>
          <LoadingIndicator
            label={t('import.importing', { done: state.done, of: state.plan.steps.length })}
          />
          <p>{t('import.resumable')}</p>
        </>
      )}
      {state.kind === 'done' && <Done what={counts(state.plan.added)} onClose={onClose} />}
    </Dialog>
  )
}

function Choose({ fault, onFile }: { fault: ImportFault | null; onFile: (file: File) => void }) {
  const { t } = useTranslation('account')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function take(files: FileList | null) {
    const [file] = files ?? []
    if (file !== undefined) onFile(file)
    // Allows choosing the same file again after it was corrected.
    if (input.current !== null) input.current.value = ''
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  return (
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{t('import.what')}</p>
      <p className={styles.muted}>{t('import.columns')}</p>
      <Button variant="main" onClick={() => input.current?.click()}>
        {t('import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('import.choose')}
        accept=".json,.csv,.txt,application/json,text/csv"
        onChange={event => take(event.target.files)}
      />
      {fault !== null && <DialogError>{t(`import.fault.${fault}`)}</DialogError>}
    </div>
  )
}

function Done({ what, onClose }: { what: string; onClose: () => void }) {
  const { t } = useTranslation('account')
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])

  return (
    <>
      <p role="status">{what === '' ? t('import.doneSilently') : t('import.done', { what })}</p>
      <DialogActions>
        <Button ref={close} variant="main" onClick={onClose}>
          {t('import.close')}
        </Button>
      </DialogActions>
    </>
  )
}
