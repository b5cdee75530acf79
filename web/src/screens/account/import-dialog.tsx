import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kit/button.tsx'
import { DialogError, Dialog, DialogActions } from '#web/kit/dialog.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import styles from './import-dialog.module.css'
import {
  type ImportRowFault,
  type ImportPlan,
  type ImportCounts,
  MAX_IMPORT_BYTES,
  splitImportIntoBatches,
  type FileFaultCode,
} from '#core/import-export/import-plan.ts'
import { UpgradeDialog } from '#web/billing/upgrade-dialog.tsx'
import type { LibraryWithNeededEntries } from '#core/library/library.ts'
import { waitUntil } from '#web/concurrency/waiting.ts'
import { useScreenCurrentCheck } from '#web/kit/screen.ts'
import { useLibraryServices, type LibraryServices } from '#web/store/library-services.ts'
import { readAllEntriesById } from '#web/store/entry-log.ts'
import { recordPastChanges } from '#web/store/record-change.ts'
import { planImportFromBytes } from './plan-file-import.ts'
import { getCurrentLanguage } from '#web/language/language.ts'

export function ImportDialog({ onClose }: { onClose: () => void }) {
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

  function take(files: FileList | null) {
    const [file] = files ?? []
    if (file !== undefined) onFile(file)
    // Allows choosing the same file again after it was corrected.
    if (input.current !== null) input.current.value = ''
  }

  return (
    <div className={styles.choose}>
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

type PreviewProps = {
  name: string
  plan: ImportPlan
  hasFailed: boolean
  onImport: () => void
  onClose: () => void
}

const NAMES_SHOWN = 6
const FAULTS_SHOWN = 20
const SIGNS_SHOWN = 60

function ImportPreview({ name, plan, hasFailed, onImport, onClose }: PreviewProps) {
  const { t } = useTranslation('account')
  const counts = useImportCountsText()
  const [isUpgrading, setUpgrading] = useState(false)
  const { added, known, refused, names, faults, returning, steps } = plan
  const preview = useRef<HTMLDivElement>(null)
  // The pressed button was removed; on a small screen the user scrolls through the preview to Import.
  useEffect(() => preview.current?.focus(), [])

  return (
    <>
      {hasFailed && <DialogError>{t('import.stopped')}</DialogError>}
      <div ref={preview} className={styles.preview} role="group" aria-label={name} tabIndex={-1}>
        <p className={styles.file} translate="no">
          {name}
        </p>
        {steps.length === 0 && (
          <p>{t(faults.length > 0 || isSome(refused) ? 'import.nothingTaken' : 'import.nothing')}</p>
        )}
        {isSome(added) && (
          <Group title={t('import.added')} text={counts(added)}>
            <Names names={names.added} />
            {returning > 0 && <p>{t('import.returning', { count: returning })}</p>}
          </Group>
        )}
        {isSome(known) && <Group title={t('import.known')} text={counts(known)} />}
        {isSome(refused) && (
          <Group title={t('import.refused')} text={counts(refused)}>
            <Names names={names.refused} />
            <Button variant="line" className={styles.upgrade} onClick={() => setUpgrading(true)}>
              {t('import.upgrade')}
            </Button>
          </Group>
        )}
        {faults.length > 0 && (
          <Group title={t('import.leftOut')} text={t('import.faults', { count: faults.length })}>
            <Faults faults={faults} />
          </Group>
        )}
      </div>
      <DialogActions>
        <Button variant="line" onClick={onClose}>
          {steps.length > 0 ? t('import.cancel') : t('import.close')}
        </Button>
        {steps.length > 0 && (
          <Button variant="main" onClick={onImport}>
            {t('import.do')}
          </Button>
        )}
      </DialogActions>
      {isUpgrading && (
        <UpgradeDialog limit={refused.pieces > 0 ? 'pieces' : 'parts'} onClose={() => setUpgrading(false)} />
      )}
    </>
  )
}

const isSome = ({ pieces, sections, practice }: ImportCounts) => pieces + sections + practice > 0

function Group({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </section>
  )
}

function Names({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('account')
  const different = [...new Set(names)]
  const more = different.length - NAMES_SHOWN
  return (
    <ul className={styles.names}>
      {different.slice(0, NAMES_SHOWN).map(name => (
        <li key={name} translate="no">
          {name}
        </li>
      ))}
      {more > 0 && <li>{t('import.more', { count: more })}</li>}
    </ul>
  )
}

function Faults({ faults }: { faults: readonly ImportRowFault[] }) {
  const { t } = useTranslation('account')
  const more = faults.length - FAULTS_SHOWN
  return (
    <ul className={styles.faults}>
      {faults.slice(0, FAULTS_SHOWN).map(({ where, code, found }) => (
        <li key={where.kind === 'line' ? `${where.line} ${code}` : `${where.list} ${where.number} ${code}`}>
          <b>
            {where.kind === 'line'
              ? t('import.line', { line: where.line })
              : t(`import.entry.${where.list}`, { number: where.number })}
          </b>
          {found !== '' && (
            <>
              , <q translate="no">{shortened(found)}</q>
            </>
          )}
          : {t(`import.code.${code}`)}
        </li>
      ))}
      {more > 0 && <li>{t('import.more', { count: more })}</li>}
    </ul>
  )
}

const shortened = (found: string) =>
  found.length > SIGNS_SHOWN ? `${found.slice(0, SIGNS_SHOWN).toWellFormed()}…` : found

/** 'loading': the practice history is still being downloaded. */
type ImportFault = FileFaultCode | 'never-synced' | 'loading'

type ImportState =
  | { kind: 'choose'; fault: ImportFault | null }
  | { kind: 'reading' }
  | { kind: 'preview'; file: File; plan: ImportPlan; hasFailed: boolean }
  | { kind: 'importing'; plan: ImportPlan; done: number }
  | { kind: 'done'; plan: ImportPlan }

/** Few enough that a phone stays responsive during an import and that a crash loses little. */
const CHANGES_PER_BATCH = 500

function useDataImport() {
  const device = useLibraryServices()
  const [state, setState] = useState<ImportState>({ kind: 'choose', fault: null })
  const isShown = useScreenCurrentCheck()

  async function read(file: File, hasFailed = false) {
    if (file.size > MAX_IMPORT_BYTES) return setState({ kind: 'choose', fault: 'too-large' })
    setState({ kind: 'reading' })
    try {
      await plan(file, hasFailed)
    } catch (error) {
      // An unexpected error must not leave the user waiting.
      if (isShown()) setState({ kind: 'choose', fault: 'unreadable' })
      throw error
    }
  }

  async function plan(file: File, hasFailed: boolean) {
    // Null if the file is gone or its drive does not respond.
    const bytes = await file.arrayBuffer().catch(() => null)
    if (!isShown()) return
    if (bytes === null) return setState({ kind: 'choose', fault: 'unreadable' })
    await waitUntil(device.library, ({ kind }) => kind !== 'loading')
    if (!isShown()) return
    const state = device.library.get()
    // Entries that this device does not have yet would count as new ones.
    if (state.kind === 'ready' && !state.isHistoryComplete)
      return setState({ kind: 'choose', fault: 'loading' })
    const library = await wholeLibrary(device)
    if (!isShown()) return
    if (library === null) return setState({ kind: 'choose', fault: 'never-synced' })
    const planned = planImportFromBytes(new Uint8Array(bytes), library, device.role.get())
    if (planned.kind === 'fault') setState({ kind: 'choose', fault: planned.fault })
    else setState({ kind: 'preview', file, plan: planned.plan, hasFailed })
  }

  async function carryOut(file: File, plan: ImportPlan) {
    let done = 0
    setState({ kind: 'importing', plan, done })
    for (const lot of splitImportIntoBatches(plan.steps, CHANGES_PER_BATCH)) {
      const recorded = await recordPastChanges(device, lot)
      if (!isShown()) return
      // The library changed meanwhile, or the device is full: stored batches stay, and the remaining changes are shown.
      if (recorded.kind !== 'saved') return read(file, true)
      done += lot.length
      setState({ kind: 'importing', plan, done })
    }
    setState({ kind: 'done', plan })
  }

  return { state, read, carryOut }
}

async function wholeLibrary({ library, store }: LibraryServices): Promise<LibraryWithNeededEntries | null> {
  const open = store.get()
  const practice = open !== null && library.get().kind === 'ready' ? await readAllEntriesById(open) : null
  return open === null || practice === null ? null : { ...open.copy.get().view, practice }
}

function useImportCountsText(): (tally: ImportCounts) => string {
  const { t } = useTranslation('account')
  return ({ pieces, sections, practice }) => {
    const words = [
      pieces > 0 ? t('import.pieces', { count: pieces }) : null,
      sections > 0 ? t('import.sections', { count: sections }) : null,
      practice > 0 ? t('import.entries', { count: practice }) : null,
    ].filter(word => word !== null)
    return new Intl.ListFormat(getCurrentLanguage(), { type: 'conjunction' }).format(words)
  }
}
