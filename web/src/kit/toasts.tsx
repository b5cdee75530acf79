import { useEffect, useRef, useState } from 'react'
import { toast, useToaster, type Toast } from 'react-hot-toast/headless'
import { classNames } from './class-names.ts'
import { focusHeading, rescueFocus } from './focus-heading.ts'
import { Icon } from './icon.tsx'
import type { ToastAction, Tone } from './toast.tsx'
import styles from './toasts.module.css'

/**
 * The toasts of the page, top center, at most 350 px wide, at most 20 held (spec 9). All wait while a mouse moves over
 * one or one has the focus. They lie in the top layer, so that no dialog hides them; what makes them wait is rule UI31.
 */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  const area = useRef<HTMLDivElement>(null)
  const held = useRef(new Set<'mouse' | 'focus'>())
  const newest = toasts[0]?.id
  const isEmpty = toasts.length === 0

  useEffect(() => {
    const element = area.current
    if (element === null) return
    const raise = () => {
      const isOpen = element.matches(':popover-open')
      // Only a dialog that opened since can lie above; promoting without need would take the focus from an Undo.
      const isCovered = newest !== undefined && document.querySelector('dialog:modal') !== null
      if (isOpen && isCovered) element.hidePopover()
      if (!isOpen || isCovered) element.showPopover()
    }
    // A dialog may open while a toast stands; the event of the dialog does not bubble.
    const raiseAbove = (event: Event) => {
      if (!(event.target instanceof HTMLDialogElement)) return
      // Behind a modal dialog nothing can be pressed, and what the button tells may be what has just opened.
      if (event.target.matches(':modal')) dismissAction()
      raise()
    }
    raise()
    document.addEventListener('toggle', raiseAbove, true)
    return () => document.removeEventListener('toggle', raiseAbove, true)
  }, [newest])

  function hold(by: 'mouse' | 'focus') {
    // Told again, the library would forget how long it has waited already.
    if (held.current.size === 0) handlers.startPause()
    held.current.add(by)
  }

  function letGo(by: 'mouse' | 'focus') {
    if (held.current.delete(by) && held.current.size === 0) handlers.endPause()
  }

  // What held a toast may have gone with it, without a word.
  const { endPause } = handlers
  useEffect(() => {
    if (!isEmpty) return
    held.current.clear()
    endPause()
  }, [isEmpty, endPause])

  return (
    <div
      ref={area}
      popover="manual"
      className={styles.area}
      // A mouse that only rests where the toast appears wants nothing of it, and a finger never says that it left.
      onPointerMove={event => event.pointerType === 'mouse' && hold('mouse')}
      onPointerLeave={() => letGo('mouse')}
      onFocus={event => {
        rememberFocus(event.relatedTarget)
        hold('focus')
      }}
      onBlur={() => letGo('focus')}
    >
      {toasts.map(shown => (
        <ToastView key={shown.id} toast={shown} />
      ))}
    </div>
  )
}

/** Shows one toast. The library's own times hold: 2000 ms for success, 4000 ms for the rest (spec 9). */
export function announceToast(tone: Tone, message: string, action?: ToastAction): void {
  if (action === undefined) return void announce(tone, message, {})
  // Of toasts with an action only the newest stays: a heap of them would bury the screen.
  dismissAction()
  lastWithAction = announce(tone, withAction(message, action), { duration: WITH_ACTION_MS })
}

let lastWithAction: string | null = null

function dismissAction(): void {
  if (lastWithAction !== null) toast.dismiss(lastWithAction)
}

function announce(tone: Tone, content: Parameters<typeof toast>[0], lasting: { duration?: number }): string {
  switch (tone) {
    case 'success':
      return toast.success(content, lasting)
    case 'error':
      return toast.error(content, { ...lasting, ariaProps: { role: 'alert', 'aria-live': 'assertive' } })
    case 'farewell':
      return toast.error(content, { ariaProps: { role: 'status', 'aria-live': 'polite' } })
  }
}

// Two seconds are not enough to put down an instrument and press a button.
const WITH_ACTION_MS = 6000

// More characters than two lines hold beside a button.
const LONG = 60

const SIGNS = { success: 'check', error: 'alert' } as const

function ToastView({ toast: shown }: { toast: Toast }) {
  const message = typeof shown.message === 'function' ? shown.message(shown) : shown.message
  const sign = shown.type === 'success' || shown.type === 'error' ? shown.type : null
  const [isSaid, setSaid] = useState(false)

  // A screen reader hears what changes in a region it knows: the words come after the region.
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
      {isSaid && message}
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
        <span className={classNames(styles.words, message.length > LONG && styles.long)}>{message}</span>
        <button type="button" className={styles.action} onClick={run}>
          {action.label}
        </button>
      </>
    )
  }
}

// Where the focus was before it went to a toast: a button that goes away must not drop it to the top of the page.
let focusBefore: HTMLElement | null = null

function rememberFocus(left: EventTarget | null): void {
  const isInToast = left instanceof Element && left.closest('[popover]') !== null
  if (left instanceof HTMLElement && !isInToast) focusBefore = left
}

function giveFocusBack(): void {
  // Who came to the toast by Tab round the window came from the browser's own bar.
  if (focusBefore?.isConnected) focusBefore.focus({ preventScroll: true })
  else focusHeading()
  focusBefore = null
  // What had the focus may go with what is done now, such as a step.
  queueMicrotask(rescueFocus)
}
