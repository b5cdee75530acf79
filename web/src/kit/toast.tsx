import { useEffect, useRef, type ReactElement } from 'react'
import { toast, useToaster, type Toast } from 'react-hot-toast/headless'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'

/** One thing a toast can do for the musician, such as Undo. */
export type ToastAction = { label: string; run: () => void }

// Two seconds are not enough to put down an instrument and press a button.
const WITH_ACTION = 6000

/** Good news: 2 s, or 6 s with an action. Returns the toast's id. */
export const showSuccess = (message: string, action?: ToastAction): string =>
  toast.success(withAction(message, action), action ? { duration: WITH_ACTION } : {})

/** Bad news: 4 s, said at once by a screen reader. */
export const showError = (message: string, action?: ToastAction): string =>
  toast.error(withAction(message, action), { ...(action ? { duration: WITH_ACTION } : {}), ariaProps: ALERT })

/** Looks like an error, is no alarm: the words after signing out (4 s). */
export const showFarewell = (message: string): string => toast.error(message, { ariaProps: STATUS })

/** Neither good nor bad: 4 s. */
export const showNotice = (message: string, action?: ToastAction): string =>
  toast(withAction(message, action), action ? { duration: WITH_ACTION } : {})

const ALERT = { role: 'alert', 'aria-live': 'assertive' } as const
const STATUS = { role: 'status', 'aria-live': 'polite' } as const

/**
 * The toasts of the page, top centre, at most 350 px wide, at most 20 held. All wait while one is hovered or has
 * the focus. They lie in the top layer, so that no dialog hides them.
 */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  const area = useRef<HTMLDivElement>(null)
  const newest = toasts[0]?.id

  useEffect(() => {
    const element = area.current
    if (element === null) return
    const isOpen = element.matches(':popover-open')
    // Only a dialog that opened since can lie above; promoting without need would take the focus from an Undo.
    const isCovered = newest !== undefined && document.querySelector('dialog:modal') !== null
    if (isOpen && isCovered) element.hidePopover()
    if (!isOpen || isCovered) element.showPopover()
  }, [newest])

  return (
    <div
      ref={area}
      popover="manual"
      className={styles.area}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts.map(shown => (
        <ToastView key={shown.id} toast={shown} />
      ))}
    </div>
  )
}

function ToastView({ toast: shown }: { toast: Toast }) {
  const message = typeof shown.message === 'function' ? shown.message(shown) : shown.message
  return (
    <div className={classNames(styles.toast, !shown.visible && styles.leaving)} {...shown.ariaProps}>
      {shown.type === 'success' && (
        <span className={classNames(styles.sign, styles.ok)}>
          <Icon name="check" />
        </span>
      )}
      {shown.type === 'error' && (
        <span className={classNames(styles.sign, styles.no)}>
          <Icon name="alert" />
        </span>
      )}
      {message}
    </div>
  )
}

function withAction(
  message: string,
  action: ToastAction | undefined,
): string | ((shown: Toast) => ReactElement) {
  if (action === undefined) return message
  return function ActionToast(shown) {
    function run() {
      toast.dismiss(shown.id)
      action?.run()
    }
    return (
      <>
        <span className={styles.words}>{message}</span>
        <button type="button" className={styles.action} onClick={run}>
          {action.label}
        </button>
      </>
    )
  }
}
