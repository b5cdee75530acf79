import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useServerSettings } from '#web/api/use-server-settings.ts'
import { IconButton } from '#web/kit/icon-button.tsx'
import { Page } from '#web/kit/page.tsx'
import styles from './legal-page.module.css'

export type LegalText = 'privacy' | 'terms'

/** A legal text: a title, when it was last changed, sections of plain paragraphs, and who runs this server. */
export function LegalPage({ text }: { text: LegalText }) {
  const { t } = useTranslation('legal')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const sections = t(`${text}.sections`, { returnObjects: true })
  // Opened from a mail or a search there is nothing to go back to.
  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate('/'))

  return (
    <Page
      title={t(`${text}.title`)}
      start={<IconButton icon="back" label={common('back')} onClick={() => void goBack()} />}
    >
      <article className={styles.text}>
        <h1>{t(`${text}.title`)}</h1>
        <p className={styles.muted}>{t('asOf')}</p>
        <p className={styles.lede}>{t(`${text}.lede`)}</p>
        {Array.isArray(sections) &&
          sections.map(section => (
            <section key={section.title}>
              <h2>{section.title}</h2>
              {section.paragraphs.map(paragraph => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        <Operator />
      </article>
    </Page>
  )
}

function Operator() {
  const { t } = useTranslation('legal')
  const operator = useServerSettings()?.operator ?? null
  const lines = [operator?.name, operator?.address].filter(line => line !== null && line !== undefined)
  return (
    <section>
      <h2>{t('operator.title')}</h2>
      {lines.length === 0 && <p>{t('operator.unknown')}</p>}
      {lines.map(line => (
        <p key={line} className={styles.lines}>
          {line}
        </p>
      ))}
      {operator?.email && (
        <p>
          <a href={`mailto:${operator.email}`}>{operator.email}</a>
        </p>
      )}
    </section>
  )
}
