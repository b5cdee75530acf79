import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { actionForKeyRole, type PedalKeyCodes } from '#core/practice/practice-shortcuts.ts'
import styles from './shortcut-keys.module.css'

export const ShortcutKeyList = ({ children }: { children: ReactNode }) => (
  <dl className={styles.keys}>{children}</dl>
)

type RowProps = {
  /** A text with each key between backquotes. */
  keys: string
  short: string
  long?: string
}

/** Works only where the translation namespace `practice` is loaded. */
export function ShortcutKeyRow({ keys, short, long }: RowProps) {
  const { t } = useTranslation('practice')
  return (
    <div>
      <dt translate="no">
        {keys.split('`').map((text, at) => (at % 2 === 1 ? <kbd key={text}>{text}</kbd> : text))}
      </dt>
      <dd>
        {short}
        {long !== undefined && <small>{t('pedal.held', { action: long })}</small>}
      </dd>
    </div>
  )
}

/** Shows the default keys if `pedal` is null. */
export function PedalKeyLegend({ pedal, isTraining }: { pedal: PedalKeyCodes | null; isTraining: boolean }) {
  const { t } = useTranslation('practice')
  const wordFor = (key: keyof PedalKeyCodes, isLong: boolean) =>
    t(ACTION_WORDS[actionForKeyRole(key, isLong, isTraining)])
  return (['forward', 'backward'] as const).map(key => (
    <ShortcutKeyRow
      key={key}
      keys={pedal === null ? t(`pedal.${key}Keys`) : keyCap(pedal[key])}
      short={wordFor(key, false)}
      long={wordFor(key, true)}
    />
  ))
}

export function ClickAndTempoKeyRows() {
  const { t } = useTranslation('practice')
  return (
    <>
      <ShortcutKeyRow keys={t('pedal.clickKey')} short={t(ACTION_WORDS.click)} />
      <ShortcutKeyRow keys={t('pedal.tempoKeys')} short={t('pedal.oneBpm')} />
      <ShortcutKeyRow keys={t('pedal.fiveKeys')} short={t('pedal.fiveBpm')} />
    </>
  )
}

const ACTION_WORDS = {
  next: 'step.next',
  skip: 'step.skip',
  back: 'step.back',
  clean: 'trainer.clean',
  again: 'trainer.again',
  click: 'pedal.startStop',
} as const

const keyCap = (code: string) => `\`${code.replace(/^(?:Key|Digit)/, '')}\``
