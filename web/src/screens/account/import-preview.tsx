import styles from './import-dialog.module.css'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  hasUnreadableLetter,
  type ImportEntryFault,
  type ImportPlan,
  type ImportCounts,
} from '#core/import-export/import-plan.ts'
import { Button } from '#web/kit/button.tsx'
import { DialogError, DialogActions } from '#web/kit/dialog.tsx'
import { UpgradeDialog } from '#web/billing/upgrade-dialog.tsx'
import { useImportCountsText } from './use-import-counts-text.ts'

type Props = {
  name: string
  plan: ImportPlan
  /** Whether the previous attempt to store the changes failed halfway. */
  hasFailed: boolean
  onImport: () => void
  onClose: () => void
}

const NAMES_SHOWN = 6
const FAULTS_SHOWN = 20
const SIGNS_SHOWN = 60

/**
 * Renders the changes that an import will make and the entries that it leaves out, with buttons to import or cancel
 * (rule EX9).
 */
export function ImportPreview({ name, plan, hasFailed, onImport, onClose }: Props) {
  const { t } = useTranslation('account')
  const counts = useImportCountsText()
  const [isUpgrading, setUpgrading] = useState(false)
  const { added, known, refused, names, doubtful, faults, returning, steps } = plan
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
        {doubtful.length > 0 && (
          <Group
            title={t('import.doubtful')}
            text={t(doubtful.some(hasUnreadableLetter) ? 'import.unreadableNames' : 'import.dayNames')}
          >
            <Names names={doubtful} />
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

function Faults({ faults }: { faults: readonly ImportEntryFault[] }) {
  const { t } = useTranslation('account')
  const more = faults.length - FAULTS_SHOWN
  // First what has to be mended, then what is only left out with it.
  const shown = [...faults.filter(isCause), ...faults.filter(fault => !isCause(fault))].slice(0, FAULTS_SHOWN)
  return (
    <ul className={styles.faults}>
      {shown.map(({ where, code, found }) => (
        <li key={where.kind === 'line' ? `${where.line} ${code}` : `${where.list} ${where.number} ${code}`}>
          <b>
            {where.kind === 'line'
              ? t('import.line', { line: where.line })
              : t(`import.entry.${where.list}`, { number: where.number })}
          </b>{' '}
          {t(`import.code.${code}`)}
          {found !== '' && <q translate="no">{shortened(found)}</q>}
        </li>
      ))}
      {more > 0 && <li>{t('import.more', { count: more })}</li>}
    </ul>
  )
}

const WITH_ANOTHER = ['piece-left-out', 'piece-unknown', 'section-unknown']
const isCause = ({ code }: ImportEntryFault) => !WITH_ANOTHER.includes(code)

/** A cell may hold the rest of the file. */
const shortened = (found: string) =>
  found.length > SIGNS_SHOWN ? `${found.slice(0, SIGNS_SHOWN).toWellFormed()}…` : found
