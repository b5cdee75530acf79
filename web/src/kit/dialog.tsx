import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { rescueFocus } from './focus-heading.ts'
import type { IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './dialog.module.css'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A modal dialog with a Close button; Escape and a click beside it close it too. Render it while it is open. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useTranslation()
  const heading = useId()
  return (
    <Modal kind="dialog" labelledBy={heading} onClose={onClose} closesOnBackdrop>
      <div className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </div>
      {children}
    </Modal>
  )
}

type AlertProps = Props & {
  /** The button that does it. */
  confirm: string
  /** The button that changes nothing; it comes first and has the focus. */
  keep: string
  danger?: boolean
  icon?: IconName
  busy?: boolean
  /** Where the other button does more than closing the question, and Escape does not. */
  onKeep?: () => void
  onConfirm: () => void
}

/** A question before something that cannot be undone. A click beside it is no answer; Escape means keep. */
export function AlertDialog({
  title,
  onClose,
  children,
  confirm,
  keep,
  danger,
  icon,
  busy,
  onKeep,
  onConfirm,
}: AlertProps) {
  const heading = useId()
  const text = useId()
  return (
    <Modal kind="alertdialog" labelledBy={heading} describedBy={text} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      <div id={text} className={styles.text}>
        {children}
      </div>
      <DialogActions>
        <Button variant="line" onClick={onKeep ?? onClose}>
          {keep}
        </Button>
        <Button
          variant={danger ? 'danger-fill' : 'main'}
          icon={icon}
          busy={busy ?? false}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Modal>
  )
}

/** The buttons at the end of a dialog. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)

type ModalProps = {
  kind: 'dialog' | 'alertdialog'
  labelledBy: string
  describedBy?: string
  closesOnBackdrop?: boolean
  onClose: () => void
  children: ReactNode
}

function Modal({ kind, labelledBy, describedBy, closesOnBackdrop = false, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      // Closing before React removes the element is what gives the focus back to where it was.
      element?.close()
      // What opened it may go in the same moment, as the way to Pro does for who turns out to have it.
      queueMicrotask(rescueFocus)
    }
  }, [])

  function cancel(event: SyntheticEvent) {
    // The file picker of a field inside fires a cancel of its own.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  // Some browsers close on the second Escape whatever cancel says; the screen must hear of that too.
  const closed = () => {
    if (dialog.current !== null && !dialog.current.open) onClose()
  }

  const isBeside = (event: MouseEvent) => event.target === event.currentTarget

  return (
    // The backdrop is part of the dialog element. It is a shortcut only: Close and Escape do the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      role={kind}
      className={styles.dialog}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={cancel}
      onClose={closed}
      onPointerDown={event => (pressedBeside.current = isBeside(event))}
      onClick={event => closesOnBackdrop && pressedBeside.current && isBeside(event) && onClose()}
    >
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}
