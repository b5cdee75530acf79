import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconLink } from '#web/kit/button.tsx'
import { Sentence } from '#web/language/sentence.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { Page } from '#web/kit/page.tsx'
import { WIZARD_STEP_COUNT, type WholeOrSections } from './piece-draft.ts'
import styles from './new-piece.module.css'

type Props = {
  begun: { name: string; step: number } | null
  onGoOn: () => void
  onStartOver: () => void
  onChoose: (type: WholeOrSections) => void
}

export function WholeOrSectionsChoice({ begun, onGoOn, onStartOver, onChoose }: Props) {
  const { t } = useTranslation('pieces')
  const heading = useRef<HTMLHeadingElement>(null)

  function startOver() {
    onStartOver()
    // The button is removed together with the offer, so the focus moves to an element that stays.
    heading.current?.focus()
  }

  return (
    <Page
      title={t('new.title')}
      start={<IconLink icon="back" to="/pieces" label={t('new.backToPieces')} className={styles.toPieces} />}
    >
      <h1 ref={heading} tabIndex={-1}>
        {t('new.title')}
      </h1>
      {begun && <Begun {...begun} onGoOn={onGoOn} onStartOver={startOver} />}
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

type BegunProps = { name: string; step: number; onGoOn: () => void; onStartOver: () => void }

function Begun({ name, step, onGoOn, onStartOver }: BegunProps) {
  const { t } = useTranslation('pieces')
  return (
    <Notice
      actions={
        <>
          <Button variant="main" onClick={onGoOn}>
            {t('new.begun.goOn')}
          </Button>
          <Button variant="line" onClick={onStartOver}>
            {t('new.begun.startOver')}
          </Button>
        </>
      }
    >
      <p>
        {name === '' ? (
          t('new.begun.nameless')
        ) : (
          <Sentence emphasis text={t('new.begun.named', { piece: name })} />
        )}
      </p>
      <p className={styles.count}>{t('new.step', { step: step + 1, steps: WIZARD_STEP_COUNT })}</p>
    </Notice>
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
      {/* The space keeps a screen reader from joining the two texts. */} <span>{hint}</span>
    </button>
  )
}
