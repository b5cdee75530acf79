import { useTranslation } from 'react-i18next'
import { Icon } from '#web/kit/icon.tsx'
import { IconLink } from '#web/kit/icon-button.tsx'
import { Page } from '#web/kit/page.tsx'
import type { PieceType } from './piece-draft.ts'
import styles from './new-piece.module.css'

/** The question before the four steps: one bar, or one with barlines in it. */
export function TypeChoice({ onChoose }: { onChoose: (type: PieceType) => void }) {
  const { t } = useTranslation('pieces')
  return (
    <Page
      title={t('new.title')}
      start={<IconLink icon="back" to="/pieces" label={t('new.backToPieces')} className={styles.toPieces} />}
    >
      <h1>{t('new.title')}</h1>
      <div className={styles.choice}>
        <Choice name={t('new.whole')} hint={t('new.wholeHint')} onChoose={() => onChoose('whole')} />
        <Choice
          name={t('new.split')}
          hint={t('new.splitHint')}
          barlines
          onChoose={() => onChoose('sections')}
        />
      </div>
    </Page>
  )
}

type ChoiceProps = { name: string; hint: string; barlines?: boolean; onChoose: () => void }

function Choice({ name, hint, barlines = false, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={styles.type} onClick={onChoose}>
      <svg viewBox="0 0 400 80" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.staff} d="M0 1h400M0 20.5h400M0 40h400M0 59.5h400M0 79h400" />
        <path className={styles.ends} d="M5 0v80M395 0v80" />
        {barlines && <path className={styles.barlines} d="M120 0v80M220 0v80M320 0v80" />}
      </svg>
      <span className={styles.typeName}>
        {name}
        <Icon name="next" />
      </span>
      {/* A space between the two, or a screen reader runs them together. */} <span>{hint}</span>
    </button>
  )
}
