import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classNames } from '#web/kit/class-names.ts'
import { Emphasized } from '#web/kit/emphasized.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { Notehead, TempoLine } from '#web/kit/tempo-line.tsx'
import { progressWord, type PieceCard } from './piece-cards.ts'
import styles from './pieces.module.css'

/** The class of the row a card stands in. */
export const cardClass = ({ progress }: PieceCard) =>
  classNames(styles.card, progress && styles[progress.color])

/** One piece: the whole card is the link to edit it. Color, notehead and word say the same thing (D16). */
export const PieceCardView = memo(function PieceCardView({ card }: { card: PieceCard }) {
  const { t } = useTranslation('pieces')
  const { name, progress, endTempo } = card

  return (
    <>
      {/* The heading is the piece; what the link in it does is named on the link. */}
      <h2 aria-label={name}>
        <Link className={styles.edit} to={`/pieces/${card.id}/edit`} aria-label={t('edit', { piece: name })}>
          <span>{name}</span>
          <Icon name="edit" />
        </Link>
      </h2>
      {progress && (
        <TempoLine className={styles.line} share={progress.percent / 100} color={progress.color} />
      )}
      <p className={styles.state}>
        {progress ? (
          <>
            <Notehead color={progress.color} />
            <span>
              <b>{t('progress.percent', { share: progress.percent / 100 })}</b>{' '}
              {t(`progress.${progressWord(progress)}`)}
            </span>
          </>
        ) : (
          <span>{t('progress.none')}</span>
        )}
        <span className={styles.goal}>
          <Emphasized text={t('goal', { bpm: endTempo })} word={String(endTempo)} />
        </span>
      </p>
    </>
  )
})
