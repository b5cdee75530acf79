import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useServerSettings, type ServerSettings } from '#web/api/use-server-settings.ts'
import { IconButton } from '#web/kit/icon-button.tsx'
import { Page } from '#web/kit/page.tsx'
import { language } from '#web/language/language.ts'
import { legalValues, sectionsOf } from './legal-sections.ts'
import styles from './legal-page.module.css'

// When the legal texts were last changed: a day, the same in every time zone.
const LAST_CHANGED = new Date('2026-11-21')
const WRITTEN_OUT = { dateStyle: 'long', timeZone: 'UTC' } as const

export type LegalText = 'privacy' | 'terms'

/** A legal text: a title, when it was last changed, what is in it, its sections, and who runs this server. */
export function LegalPage({ text }: { text: LegalText }) {
  const { t } = useTranslation('legal')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const settings = useServerSettings()
  const values = legalValues(language(), settings)
  const sections = sectionsOf(t(`${text}.sections`, { returnObjects: true, ...values }), settings)
  // Opened from a mail or a search there is nothing to go back to.
  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate('/'))

  return (
    <Page
      title={t(`${text}.title`)}
      start={<IconButton icon="back" label={common('back')} onClick={() => void goBack()} />}
    >
      <article className={styles.text}>
        <h1>{t(`${text}.title`)}</h1>
        <p className={styles.muted}>
          {t('asOf', { date: LAST_CHANGED, formatParams: { date: WRITTEN_OUT } })}
        </p>
        <p className={styles.lede}>{t(`${text}.lede`)}</p>
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
      </article>
    </Page>
  )
}

function Operator({ settings }: { settings: ServerSettings | null }) {
  const { t } = useTranslation('legal')
  const { name, address, email } = settings?.operator ?? { name: null, address: null, email: null }
  const lines = [name, address].filter(line => line !== null)
  return (
    <section>
      <h2 id="operator">{t('operator.title')}</h2>
      {settings === null && <p>{t('operator.loading')}</p>}
      {settings !== null && lines.length === 0 && <p>{t('operator.unknown')}</p>}
      {lines.map(line => (
        <p key={line} className={styles.lines}>
          {line}
        </p>
      ))}
      {email !== null && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </section>
  )
}
