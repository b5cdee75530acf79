import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from './button.tsx'
import { FittedText } from './fitted-text.tsx'
import { focusHeadingIfFocusLost } from './screen.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './dialog.module.css'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** Open while it is mounted. Escape, the Close button and a click on the backdrop call `onClose`. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useTranslation()
  const heading = useId()
  return (
    <Modal kind="dialog" labelledBy={heading} onClose={onClose} closesOnBackdrop>
      <div className={styles.head}>
        <h2 id={heading}>
          <FittedText text={title} />
        </h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </div>
      {children}
    </Modal>
  )
}

type AlertProps = Props & {
  confirm: string
  /** Label of the button that cancels. */
  keep: string
  danger?: boolean
  icon?: IconName
  busy?: boolean
  /** Called instead of `onClose` by the button that cancels. Escape still calls `onClose`. */
  onKeep?: () => void
  onConfirm: () => unknown
}

export function ConfirmDialog(props: AlertProps) {
  const { title, onClose, children, confirm, keep, danger, icon, busy, onKeep, onConfirm } = props
  const heading = useId()
  const text = useId()
  return (
    <Modal kind="alertdialog" labelledBy={heading} describedBy={text} onClose={onClose}>
      <h2 id={heading}>
        <FittedText text={title} />
      </h2>
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

function Modal(props: ModalProps) {
  const { kind, labelledBy, describedBy, closesOnBackdrop = false, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      // Closing before React removes the element restores the focus.
      element?.close()
      // The element that opened the dialog may be removed at the same time, such as the upgrade button.
      queueMicrotask(focusHeadingIfFocusLost)
    }
  }, [])

  function cancel(event: SyntheticEvent) {
    // The file picker of an input inside fires a cancel event of its own.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  // Some browsers close on the second Escape although cancel was prevented, so the state must follow.
  const closed = () => {
    if (dialog.current !== null && !dialog.current.open) onClose()
  }

  const isBeside = (event: MouseEvent) => event.target === event.currentTarget

  return (
    // The backdrop belongs to the dialog element. Clicking it is only a shortcut for Close and Escape.
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

/** Unmount it before a retry, so that screen readers announce the same text again (rule UP3). */
export function DialogError({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <p role="alert" className={styles.fault}>
      <Icon name="alert" />
      <span>{children ?? t('toast.error')}</span>
    </p>
  )
}
