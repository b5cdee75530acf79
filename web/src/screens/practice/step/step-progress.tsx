import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId } from '#core/library/piece.ts'
import type { PracticeSession } from '#core/practice/practice-session.ts'
import { classNames } from '#web/kit/class-names.ts'
import { JumpToPartDialog, type JumpToPartDialogProps } from './jump-to-part-dialog.tsx'
import styles from './step-progress.module.css'

// More dots than these could not be counted at a glance; the narrowest phones have room for fewer.
const MOST_TICKS = 8
const MOST_NARROW = 4

type Props = Pick<JumpToPartDialogProps, 'isDone' | 'nameOf' | 'onJump'> & {
  session: Extract<PracticeSession, { kind: 'step' }>
}

/**
 * Renders the progress of a practice routine as "2 of 5" with one dot for each part. A filled dot means that the part
 * was practiced today, and a long dot that it is the current part. A press opens the list of parts (rule PX33).
 */
export function StepProgress({ session, isDone, nameOf, onJump }: Props) {
  const { t } = useTranslation('practice')
  const [isOpen, setOpen] = useState(false)
  const { queue, index } = session
  const number = t('step.number', { step: index + 1, steps: queue.length })

  function jump(part: PartId) {
    setOpen(false)
    onJump(part)
  }

  return (
    <>
      <button
        type="button"
        className={styles.count}
        aria-label={t('jump.open', { number })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {queue.length <= MOST_TICKS && (
          <span
            className={classNames(styles.ticks, queue.length > MOST_NARROW && styles.wide)}
            aria-hidden="true"
          >
            {queue.map((part, at) => (
              <i
                key={part.partId}
                className={classNames(isDone(part) && styles.done, at === index && styles.here)}
              />
            ))}
          </span>
        )}
        <span translate="no">{number}</span>
      </button>
      {isOpen && (
        <JumpToPartDialog
          session={session}
          isDone={isDone}
          nameOf={nameOf}
          onJump={jump}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
