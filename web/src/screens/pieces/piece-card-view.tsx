import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import { localDay } from '#web/device/calendar.ts'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { useDaysAgoText } from '#web/kit/days-ago-text.ts'
import { Sentence } from '#web/language/sentence.tsx'
import { IconLink } from '#web/kit/button.tsx'
import { ProgressNotehead, TempoProgressLine } from '#web/kit/music/musical-signs.tsx'
import { progressTextKey, timeSincePracticeText, type PieceCard } from './piece-cards.ts'
import styles from './pieces.module.css'

export const pieceCardClass = ({ progress }: PieceCard) =>
  classNames(styles.card, progress && styles[progress.color])

type Props = { card: PieceCard; today: Day }

/**
 * Renders a piece as a card with its progress, a link to its page, and buttons to edit and to practice the piece. A
 * piece that is on hold (excluded from practice) or has no parts has no practice button (rules PS2, PS14, OH1). The
 * card shows the progress as a color, a notehead and a text (decision D16).
 */
export const PieceCardView = memo(function PieceCardView({ card, today }: Props) {
  const { t } = useTranslation('pieces')
  const daysAgoText = useDaysAgoText()
  const { name, progress, endTempo, onHold, lastPracticed } = card
  const { key, days } = timeSincePracticeText(lastPracticed === null ? null : localDay(lastPracticed), today)

  return (
    <>
      <h2>
        <Link className={styles.open} to={`/pieces/${card.id}`} translate="no">
          {name}
        </Link>
      </h2>
      <IconLink
        className={styles.edit}
        icon="edit"
        to={`/pieces/${card.id}/edit`}
        label={t('edit', { piece: name })}
      />
      {progress && (
        <TempoProgressLine className={styles.line} share={progress.percent / 100} color={progress.color} />
      )}
      <p className={styles.state}>
        {progress ? (
          <>
            <ProgressNotehead color={progress.color} />
            <span>
              <b translate="no">{t('progress.percent', { share: progress.percent / 100 })}</b>{' '}
              {t(`progress.${progressTextKey(progress)}`)}
            </span>
          </>
        ) : (
          <span>{t('progress.none')}</span>
        )}
        <span className={styles.goal}>
          <Sentence emphasis text={t('goal', { bpm: endTempo })} />
        </span>
      </p>
      <p className={styles.rest}>
        {onHold && (
          <>
            <b>{t('onHold')}</b>{' '}
          </>
        )}
        {t(`rest.${key}`, { ago: daysAgoText(days) })}
      </p>
      {progress && !onHold && (
        <IconLink
          className={styles.practice}
          icon="play"
          to={`/practice?piece=${card.id}`}
          label={t('practice', { piece: name })}
        />
      )}
    </>
  )
})
