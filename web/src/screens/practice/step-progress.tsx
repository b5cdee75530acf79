import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId } from '#core/library/piece.ts'
import type { QueuedPart, Routine } from '#core/practice/routine.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { Icon } from '#web/kit/icon.tsx'
import styles from './step-progress.module.css'

// More dots than these could not be counted at a glance; the narrowest phones have room for fewer.
const MOST_TICKS = 8
const MOST_NARROW = 4

type Props = Pick<JumpToPartDialogProps, 'isDone' | 'nameOf' | 'onJump'> & {
  routine: Routine
}

/**
 * Renders the progress of a practice routine as "2 of 5" with one dot for each part. A filled dot means that the part
 * was practiced today, and a long dot that it is the current part. A press opens the list of parts (rule PX33).
 */
export function StepProgress({ routine, isDone, nameOf, onJump }: Props) {
  const { t } = useTranslation('practice')
  const [isOpen, setOpen] = useState(false)
  const { queue, index } = routine
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
          routine={routine}
          isDone={isDone}
          nameOf={nameOf}
          onJump={jump}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Props of the dialog that lists the parts of a practice routine. */
type JumpToPartDialogProps = {
  routine: Routine
  isDone: (part: QueuedPart) => boolean
  nameOf: (part: QueuedPart) => { piece: string; name: string | null }
  onJump: (part: PartId) => void
  onClose: () => void
}

/** Renders a dialog with all parts of the practice routine. A press on a part goes to its step (rule PX33). */
function JumpToPartDialog({ routine, isDone, nameOf, onJump, onClose }: JumpToPartDialogProps) {
  const { t } = useTranslation('practice')
  const here = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    here.current?.focus({ preventScroll: true })
    here.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <Dialog title={t('jump.title')} onClose={onClose}>
      <ol className={styles.parts}>
        {routine.queue.map((part, at) => {
          const isHere = at === routine.index
          const { piece, name } = nameOf(part)
          return (
            <li key={part.partId}>
              <button
                ref={isHere ? here : undefined}
                type="button"
                className={classNames(styles.part, isHere && styles.current)}
                aria-current={isHere ? 'step' : undefined}
                onClick={() => onJump(part.partId)}
              >
                <span className={styles.number} translate="no">
                  {t('jump.number', { step: at + 1 })}
                </span>{' '}
                <span translate="no">
                  {piece}
                  {name !== null && ` (${name})`}
                </span>{' '}
                {isDone(part) && (
                  <small>
                    <Icon name="check" />
                    {t('done')}
                  </small>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </Dialog>
  )
}
