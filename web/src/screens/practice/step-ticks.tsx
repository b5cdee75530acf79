import { useTranslation } from 'react-i18next'
import type { PracticeSession } from '#core/session.ts'
import { classNames } from '#web/kit/class-names.ts'
import styles from './step-ticks.module.css'

// More dots than this are a texture, not a count; fewer fit on the narrowest phones.
const MOST_TICKS = 8
const MOST_NARROW = 4

/** "2 of 5" with a dot for each part: full where a tempo was saved, long where the musician is. */
export function StepTicks({ session }: { session: Extract<PracticeSession, { kind: 'step' }> }) {
  const { t } = useTranslation('practice')
  const { queue, index } = session
  return (
    <div className={styles.count}>
      {queue.length <= MOST_TICKS && (
        <span
          className={classNames(styles.ticks, queue.length > MOST_NARROW && styles.wide)}
          aria-hidden="true"
        >
          {queue.map((part, at) => (
            <i
              key={part.partId}
              className={classNames(part.saved !== null && styles.done, at === index && styles.here)}
            />
          ))}
        </span>
      )}
      <span>{t('step.number', { step: index + 1, steps: queue.length })}</span>
    </div>
  )
}
