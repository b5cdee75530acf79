import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { PieceId } from '#core/library/piece.ts'
import { localDay } from '#web/device/calendar.ts'
import { CheckBox } from '#web/kit/fields/check-box.tsx'
import { Button, IconButton, IconLink } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { timeSincePracticeTextKey, useFormatAgeInDays } from '#web/kit/days-ago-text.ts'
import { focusAddedListItem } from '#web/kit/list/use-list-position.ts'
import { ProgressNotehead, TempoShareOfGoalLine } from '#web/kit/music/musical-signs.tsx'
import { PerformanceDate } from '#web/kit/performance-date.tsx'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { Link } from '#web/navigation/link.tsx'
import type { PieceCardData } from './piece-cards.ts'
import { usePutOnHold } from './put-on-hold.ts'
import bar from '#web/kit/double-bar.module.css'
import target from '#web/kit/whole-target.module.css'
import styles from './pieces.module.css'

/** In px, of a card whose name fits on one line. */
export const ESTIMATED_CARD_HEIGHT = 146

export const pieceCardClass = ({ progress, onHold }: PieceCardData) =>
  classNames(bar.bars, styles.card, onHold ? styles.onHold : progress && styles[progress.color])

type Props = {
  card: PieceCardData
  today: Day
  isSelected: boolean | null
  /** Must be the same function on each render, because the card is memoized. */
  onSelect: ((id: PieceId) => void) | null
}

export const PieceCardView = memo(function PieceCardView({ card, today, isSelected, onSelect }: Props) {
  const { id, name, onHold } = card
  // Those on hold are below a heading of their own.
  const Name = onHold ? 'h3' : 'h2'

  return (
    <>
      <Name translate="no">
        {isSelected === null ? (
          <Link className={classNames(target.whole, styles.open)} to={`/pieces/${id}`}>
            {name}
          </Link>
        ) : (
          <label className={classNames(target.whole, styles.open)}>
            <CheckBox checked={isSelected} onChange={() => onSelect?.(id)} />
            {name}
          </label>
        )}
      </Name>
      <CardContents card={card} today={today} onSelect={onSelect} />
    </>
  )
})

// Stays as it is while pieces are selected, with its buttons hidden: a slow computer renders many cards for a second.
const CardContents = memo(function CardContents({ card, today, onSelect }: Omit<Props, 'isSelected'>) {
  const { t } = useTranslation('pieces')
  const daysAgoText = useFormatAgeInDays()
  const { id, name, progress, endTempo, onHold, performOn, lastPracticed } = card
  const { key, days } = timeSincePracticeTextKey(
    lastPracticed === null ? null : localDay(lastPracticed),
    today,
  )

  return (
    <>
      {progress && <TempoShareOfGoalLine className={styles.line} share={progress.percent / 100} />}
      <p className={styles.state}>
        {progress ? (
          <>
            <ProgressNotehead color={progress.color} />
            <span>
              <b translate="no">{t('progress.percent', { share: progress.percent / 100 })}</b>{' '}
              {t(`progress.${progress.percent >= 100 ? 'atGoal' : progress.color}`)}
            </span>
          </>
        ) : (
          <span>{t('progress.none')}</span>
        )}
        <span className={styles.goal}>
          <PartlyTranslated emphasis text={t('goal', { bpm: endTempo })} />
        </span>
      </p>
      <p className={styles.rest}>
        <PerformanceDate day={performOn} today={today} />
        <span>{t(`rest.${key}`, { ago: daysAgoText(days) })}</span>
      </p>
      <IconLink
        className={styles.edit}
        icon="edit"
        to={`/pieces/${id}/edit`}
        label={t('edit', { piece: name })}
      />
      <CardMenu card={card} onSelect={onSelect} />
      {progress && !onHold && (
        <IconLink
          className={styles.practice}
          icon="play"
          to={`/practice?piece=${id}`}
          label={t('practice', { piece: name })}
        />
      )}
    </>
  )
})

function CardMenu({ card, onSelect }: Pick<Props, 'card' | 'onSelect'>) {
  const { t } = useTranslation('pieces')
  const menu = useId()
  // A closed menu has no words, which the browser's find in page would count.
  const [isOpen, setOpen] = useState(false)
  const putOnHold = usePutOnHold()
  const label = t('menu.of', { piece: card.name })
  const item = { variant: 'bare', popoverTarget: menu, popoverTargetAction: 'hide' } as const

  return (
    <>
      <IconButton className={styles.more} icon="more" label={label} popoverTarget={menu} />
      <div
        id={menu}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={event => event.newState === 'open' && setOpen(true)}
        // Not before, because the focus returns to the opener only from inside.
        onToggle={event => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <>
            <Button {...item} onClick={() => putOnHold([card], !card.onHold)}>
              {t(card.onHold ? 'hold.take' : 'hold.put')}
            </Button>
            {onSelect && (
              <Button
                {...item}
                onClick={() => {
                  onSelect(card.id)
                  focusAddedListItem(card.id)
                }}
              >
                {t('menu.select')}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}
