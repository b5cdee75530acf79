import { useEffect, useRef, useState } from 'react'
import { toast, useToaster, type Toast } from 'react-hot-toast/headless'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { classNames } from '../class-names.ts'
import { focusScreenHeading, focusHeadingIfFocusLost } from '../screen.ts'
import { Icon } from '../icon.tsx'
import styles from './toast-list.module.css'

export function ToastList() {
  const { toasts, handlers } = useToaster()
  const { startPause, endPause } = handlers
  const area = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(false)
  const newest = toasts[0]?.id

  // What held the toasts may be removed without an event.
  if (isHeld && newest === undefined) setHeld(false)
  // Once per pause: a second startPause would make the library forget the elapsed time.
  useEffect(() => {
    if (isHeld) startPause()
  }, [isHeld, startPause])
  // Until a pause was rendered, endPause does nothing. It is a new function then, and is called again.
  useEffect(() => {
    if (!isHeld) endPause()
  }, [isHeld, endPause])

  useEffect(() => {
    const element = area.current
    if (element === null) return
    const raise = () => {
      const isOpen = element.matches(':popover-open')
      // Promoting it without need would take the focus from an Undo button.
      const isCovered = newest !== undefined && document.querySelector('dialog:modal') !== null
      if (isOpen && isCovered) element.hidePopover()
      if (!isOpen || isCovered) element.showPopover()
    }
    // A dialog may open while a toast is shown; its toggle event does not bubble.
    const raiseAbove = (event: Event) => {
      if (!(event.target instanceof HTMLDialogElement)) return
      // A toast behind a modal dialog cannot be pressed, and its action may have opened the dialog.
      if (event.target.matches(':modal')) dismissAction()
      raise()
    }
    raise()
    document.addEventListener('toggle', raiseAbove, true)
    return () => document.removeEventListener('toggle', raiseAbove, true)
  }, [newest])

  return (
    <div
      ref={area}
      popover="manual"
      className={styles.area}
      onFocusCapture={event => rememberFocus(event.relatedTarget)}
      // A mouse that rests where a toast appears does not move, and touch pointers never leave.
      onPointerMove={event => event.pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map(shown => (
        // A restarted toast is mounted again, so that it is announced again.
        <ToastView key={`${shown.id} ${shown.createdAt}`} toast={shown} />
      ))}
    </div>
  )
}

export function addToast(tone: ToastTone, message: string, action?: ToastAction): void {
  if (action === undefined) return void announce(tone, message, {})
  // Only the newest one stays, because a pile of them would cover the screen.
  dismissAction()
  if (action.until?.aborted === true) return
  const id = announce(tone, withAction(message, action), { duration: WITH_ACTION_MS })
  action.until?.addEventListener('abort', () => toast.dismiss(id))
  lastWithAction = id
}

// Module state: the toasts are one list of the page, in its top layer (react-hot-toast keeps them in a module, too).
let lastWithAction: string | null = null

function dismissAction(): void {
  if (lastWithAction !== null) toast.dismiss(lastWithAction)
}

function announce(
  tone: ToastTone,
  content: Parameters<typeof toast>[0],
  lasting: { duration?: number },
): string {
  switch (tone) {
    case 'success':
      return toast.success(content, lasting)
    case 'error': {
      const ariaProps = { role: 'alert', 'aria-live': 'assertive' } as const
      // The same text again restarts the same toast instead of adding another (rule UI7).
      const same = typeof content === 'string' ? { id: content } : {}
      return toast.error(content, { ...lasting, ...same, ariaProps })
    }
    case 'neutral':
      return toast.error(content, { ariaProps: { role: 'status', 'aria-live': 'polite' } })
  }
}

// Two seconds are not enough to put down an instrument and press a button.
const WITH_ACTION_MS = 6000

// Characters that fit into two lines beside a button.
const LONG = 60

const SIGNS = { success: 'check', error: 'alert' } as const

function ToastView({ toast: shown }: { toast: Toast }) {
  const message = typeof shown.message === 'function' ? shown.message(shown) : shown.message
  const sign = shown.type === 'success' || shown.type === 'error' ? shown.type : null
  const [isSaid, setSaid] = useState(false)

  // Screen readers announce changes in a region they know, so the text is added after the region.
  useEffect(() => {
    const timer = setTimeout(() => setSaid(true))
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className={classNames(styles.toast, !shown.visible && styles.leaving)} {...shown.ariaProps}>
      {sign && (
        <span className={classNames(styles.sign, styles[sign])}>
          <Icon name={SIGNS[sign]} />
        </span>
      )}
      {isSaid && (typeof message === 'string' ? <PartlyTranslated text={message} /> : message)}
    </div>
  )
}

function withAction(message: string, action: ToastAction) {
  return function ActionToast(shown: Toast) {
    function run() {
      toast.dismiss(shown.id)
      giveFocusBack()
      action.run()
    }
    return (
      <>
        <span className={classNames(styles.words, message.length > LONG && styles.long)}>
          <PartlyTranslated text={message} />
        </span>
        <button type="button" className={styles.action} onClick={run}>
          {action.label}
        </button>
      </>
    )
  }
}

// The focus before it moved to a toast, to be restored when the toast's button is removed.
let focusBefore: HTMLElement | null = null

function rememberFocus(left: EventTarget | null): void {
  const isInToast = left instanceof Element && left.closest('[popover]') !== null
  if (left instanceof HTMLElement && !isInToast) focusBefore = left
}

function giveFocusBack(): void {
  // Without such an element the focus came by Tab from the browser's own controls.
  if (focusBefore?.isConnected) focusBefore.focus({ preventScroll: true })
  else focusScreenHeading()
  focusBefore = null
  // The focused element may be removed by the action, such as a step.
  queueMicrotask(focusHeadingIfFocusLost)
}

/** 'neutral' is styled like 'error' but announced with `aria-live="polite"`. */
export type ToastTone = 'success' | 'error' | 'neutral'

export type ToastAction = { label: string; run: () => void; until?: AbortSignal | undefined }
