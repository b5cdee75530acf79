import { useTranslation } from 'react-i18next'
import { classNames } from '#web/kit/class-names.ts'
import { Emphasized } from '#web/kit/emphasized.tsx'
import { IconLink } from '#web/kit/icon-button.tsx'
import { Notehead, TempoLine } from '#web/kit/tempo-line.tsx'
import { progressWord, type PieceCard } from './piece-cards.ts'
import styles from './pieces.module.css'

/** One piece: the whole card is the link to edit it. Colour, notehead and word say the same thing (D16). */
export function PieceCardView({ card }: { card: PieceCard }) {
  const { t } = useTranslation('pieces')
  const { name, progress, endTempo } = card

  return (
    <li className={classNames(styles.card, progress && styles[progress.colour])}>
      <h2 className={styles.name}>{name}</h2>
      <IconLink
        icon="edit"
        className={styles.edit}
        label={t('edit', { piece: name })}
        to={`/pieces/${card.id}/edit`}
      />
      {progress && (
        <TempoLine className={styles.line} share={progress.percent / 100} colour={progress.colour} />
      )}
      <p className={styles.state}>
        {progress ? (
          <>
            <Notehead colour={progress.colour} />
            <span>
              <b>{t('progress.percent', { percent: progress.percent })}</b>{' '}
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
    </li>
  )
}
