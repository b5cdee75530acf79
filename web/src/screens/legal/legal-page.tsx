import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { goBackEntries, navigate } from '#web/navigation/navigate.ts'
import { useServerSettingsIfLoaded, type ServerSettings } from '#web/api/server-settings.ts'
import { IconButton } from '#web/kit/button.tsx'
import { Page } from '#web/kit/page.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { listLegalSections } from './legal-sections.ts'
import styles from './legal-page.module.css'

const LAST_CHANGED = new Date('2026-11-28')
const WRITTEN_OUT = { dateStyle: 'long', timeZone: 'UTC' } as const

type LegalText = 'privacy' | 'terms'

export const PrivacyScreen = () => <LegalPage text="privacy" />

export const TermsScreen = () => <LegalPage text="terms" />

function LegalPage({ text }: { text: LegalText }) {
  const { t } = useTranslation('legal')
  const { t: common } = useTranslation()
  const settings = useServerSettingsIfLoaded()
  // Opened from a mail or a search engine, there is no history to go back to.
  const leave = () => (window.history.length > 1 ? goBackEntries() : navigate('/'))

  return (
    <Page
      title={t(`${text}.title`)}
      start={<IconButton icon="back" label={common('back')} onClick={leave} />}
    >
      <article className={styles.text}>
        <h1>{t(`${text}.title`)}</h1>
        <p className={styles.muted}>
          {t('asOf', { date: LAST_CHANGED, formatParams: { date: WRITTEN_OUT } })}
        </p>
        <p className={styles.lede}>{t(`${text}.lede`)}</p>
        {/* Sections depend on the settings, and adding them later would move the text being read. */}
        {settings === undefined ? (
          <LoadingIndicator label={common('busy')} />
        ) : (
          <Sections text={text} settings={settings} />
        )}
      </article>
    </Page>
  )
}

function Sections({ text, settings }: { text: LegalText; settings: ServerSettings | null }) {
  const { t, i18n } = useTranslation('legal')
  const sections = listLegalSections(i18n, text, settings)

  // An address such as /privacy#operator leads to its section, which is there only now.
  useEffect(() => {
    const heading = document.getElementById(window.location.hash.slice(1))
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus()
  }, [])

  return (
    <>
      <nav aria-label={t('contents')}>
        <ul className={styles.contents}>
          {sections.map(({ key, title }) => (
            <li key={key}>
              <a href={`#${key}`}>{title}</a>
            </li>
          ))}
          <li>
            <a href="#operator">{t('operator.title')}</a>
          </li>
        </ul>
      </nav>
      {sections.map(({ key, title, paragraphs }) => (
        <section key={key}>
          <h2 id={key}>{title}</h2>
          {paragraphs.map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <Operator settings={settings} />
    </>
  )
}

function Operator({ settings }: { settings: ServerSettings | null }) {
  const { t } = useTranslation('legal')
  const { name, address, email } = settings?.operator ?? { name: null, address: null, email: null }
  const lines = [name, address].filter(line => line !== null)
  return (
    <section>
      <h2 id="operator">{t('operator.title')}</h2>
      {settings === null && <p>{t('operator.missing')}</p>}
      {settings !== null && lines.length === 0 && <p>{t('operator.unknown')}</p>}
      {lines.map(line => (
        <p key={line} className={styles.lines}>
          {line}
        </p>
      ))}
      {email !== null && (
        <p>
          <a href={`mailto:${email}`} translate="no">
            {email}
          </a>
        </p>
      )}
    </section>
  )
}
