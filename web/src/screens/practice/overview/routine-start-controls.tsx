import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PausedRoutine } from '#core/practice/practice-session.ts'
import { Button } from '#web/kit/button.tsx'
import { FixedPageActions } from '#web/kit/page.tsx'
import { lazyPiecesOnHoldLink, lazyTimeChooser } from '../timed/lazy-timed-routine.ts'
import { usePedalSetting } from '../shortcuts/use-pedal-setting.ts'
import { useOnPedalForward } from '../shortcuts/use-shortcuts.ts'
import styles from './practice-overview.module.css'

type Props = {
  left: PausedRoutine | null
  /** The chosen practice time in minutes, or null for all parts without a time limit. */
  minutes: number | null
  onMinutes: (minutes: number | null) => void
  /** Function that starts a new routine; null while there is nothing to start. */
  onStart: (() => void) | null
  onContinue: () => void
}

/**
 * Renders the controls at the bottom of the practice overview: a link to the pieces on hold, the choice of a practice
 * time, and the buttons that start or continue the routine (rule SE14).
 */
export function RoutineStartControls({ left, minutes, onMinutes, onStart, onContinue }: Props) {
  const { t } = useTranslation('practice')
  const [pedal] = usePedalSetting()
  const begin = () => (left === null ? onStart?.() : onContinue())
  useOnPedalForward(pedal, begin)
  const startText = minutes === null ? null : t('time.start', { count: minutes })

  return (
    <>
      <Suspense>
        <lazyPiecesOnHoldLink.View />
      </Suspense>
      <FixedPageActions>
        <div className={styles.ways}>
          <div className={styles.time}>
            <Suspense>
              <lazyTimeChooser.View minutes={minutes} onChange={onMinutes} />
            </Suspense>
          </div>
          {left !== null && (
            <Button
              variant="bare"
              className={styles.over}
              aria-disabled={onStart === null}
              onClick={() => onStart?.()}
            >
              {startText ?? t('startOver')}
            </Button>
          )}
          <Button
            variant="main"
            size="big-wide"
            className={styles.main}
            icon="play"
            aria-disabled={left === null && onStart === null}
            onClick={begin}
          >
            {left === null
              ? (startText ?? t('start'))
              : t('continue', { step: left.index + 1, steps: left.queue.length })}
          </Button>
        </div>
      </FixedPageActions>
    </>
  )
}
