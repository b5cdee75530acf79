import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartId } from '#core/library/piece.ts'
import type { PracticeSession, QueuedPart } from '#core/practice/practice-session.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Dialog } from '#web/kit/dialog.tsx'
import { Icon } from '#web/kit/icon.tsx'
import styles from './jump-to-part-dialog.module.css'

/** Props of the dialog that lists the parts of a practice routine. */
export type JumpToPartDialogProps = {
  session: Extract<PracticeSession, { kind: 'step' }>
  isDone: (part: QueuedPart) => boolean
  nameOf: (part: QueuedPart) => { piece: string; name: string | null }
  onJump: (part: PartId) => void
  onClose: () => void
}

/** Renders a dialog with all parts of the practice routine. A press on a part goes to its step (rule PX33). */
export function JumpToPartDialog({ session, isDone, nameOf, onJump, onClose }: JumpToPartDialogProps) {
  const { t } = useTranslation('practice')
  const here = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    here.current?.focus({ preventScroll: true })
    here.current?.scrollIntoView({ block: 'center' })
  }, [])

  return (
    <Dialog title={t('jump.title')} onClose={onClose}>
      <ol className={styles.parts}>
        {session.queue.map((part, at) => {
          const isHere = at === session.index
          const { piece, name } = nameOf(part)
          return (
            <li key={part.partId}>
              <button
                ref={isHere ? here : undefined}
                type="button"
                className={classNames(styles.part, isHere && styles.here)}
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
