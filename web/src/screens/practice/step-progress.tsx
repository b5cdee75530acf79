import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId } from '#core/library/piece.ts'
import type { QueuedPart, Routine } from '#core/practice/routine.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { formatPartName } from './part-row.tsx'
import styles from './step-progress.module.css'

type Props = {
  routine: Routine
  isDone: (part: QueuedPart) => boolean
  nameOf: (part: QueuedPart) => { piece: string; name: string | null }
  onJump: (part: PartId) => void
}

export function StepListButton(props: Props) {
  const { t } = useTranslation('practice')
  const [isOpen, setOpen] = useState(false)
  const { queue, index } = props.routine
  const number = t('step.number', { step: index + 1, steps: queue.length })

  function jump(part: PartId) {
    setOpen(false)
    props.onJump(part)
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
        <span translate="no">{number}</span>
      </button>
      {isOpen && <JumpToPartDialog {...props} onJump={jump} onClose={() => setOpen(false)} />}
    </>
  )
}

function JumpToPartDialog({ routine, isDone, nameOf, onJump, onClose }: Props & { onClose: () => void }) {
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
                <span translate="no">{formatPartName(nameOf(part))}</span>{' '}
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
