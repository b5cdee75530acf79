import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { PracticeSession } from '#core/practice/practice-session.ts'
import type { Day } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import {
  findExtraPart,
  withExtraPart,
  type RoutineWithTiming,
  type TimedRoutine,
} from '#core/timed-session/timed-routine.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { InstallHintSlot } from '#web/kit/install-hint-slot.ts'
import { useOpenFeedback } from '#web/kit/open-feedback.ts'
import { PageDock, Page } from '#web/kit/page.tsx'
import { GainList } from './gain-list.tsx'
import { useFocusOnMount } from './use-focus-on-mount.ts'
import { usePedal } from './use-pedal.ts'
import { useForwardKey } from './use-shortcuts.ts'
import { useSummaryText } from './use-summary-text.ts'
import { useSlimToasts } from './use-toast-position.ts'
import styles from './finished.module.css'

type FinishedSession = Extract<PracticeSession, { kind: 'finished' }>
type Props = {
  session: FinishedSession
  onDone: () => void
  timed: TimedRoutine | null
  /** Returns all living parts in practice order. */
  parts: () => readonly PracticePart[]
  today: Day
  /** Goes on with one more part in the time that is left (rule PX48). */
  onMore: (routine: RoutineWithTiming) => void
}

/** Renders the end of the routine with its results (spec 2). */
export function Finished({ session, timed, parts, today, onMore, onDone }: Props) {
  const { t } = useTranslation('practice')
  const openFeedback = useOpenFeedback()
  const heading = useFocusOnMount()
  const summary = useSummaryText()(session)
  const more = timed && findExtraPart({ session, timed }, parts(), today)
  useSlimToasts()
  const [pedal] = usePedal()
  useForwardKey(pedal, onDone)

  return (
    <Page title={t('finished.fine')}>
      <div className={styles.fine}>
        <h1 ref={heading} tabIndex={-1}>
          <span lang="it" className={styles.word}>
            {t('finished.fine')}
          </span>{' '}
          <span className={styles.harvest}>
            {summary === '' ? t('finished.nothing') : t('finished.congratulations', { summary })}
          </span>
        </h1>
        <div className={styles.end} aria-hidden="true" />
      </div>
      {summary === '' ? (
        <p className={styles.nothing}>{t('finished.nothingText')}</p>
      ) : (
        <>
          <GainList routine={session} />
          {more === null && (
            <ButtonLink variant="bare" icon="list" className={styles.history} to="/history">
              {t('finished.history')}
            </ButtonLink>
          )}
        </>
      )}
      {timed !== null && more !== null && (
        <div className={styles.more}>
          <p>{t('finished.left', { count: more.minutes })}</p>
          <Button variant="line" icon="play" onClick={() => onMore(withExtraPart(session, timed, more))}>
            {t('finished.more')}
          </Button>
        </div>
      )}
      <PageDock>
        <div className={styles.ways}>
          <Button variant="bare" icon="chat" className={styles.feedback} onClick={openFeedback}>
            {t('finished.feedback')}
          </Button>
          <Button variant="main" size="big-wide" onClick={onDone}>
            {t('finished.done')}
          </Button>
        </div>
      </PageDock>
      {/* It comes late, and above the buttons it would move them (rule UI66). */}
      {use(InstallHintSlot)}
    </Page>
  )
}
