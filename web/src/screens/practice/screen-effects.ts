import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { RoutineControl } from './use-routine.ts'

export function useFocusHeadingOnMount(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // After the next frame. Before it, the browser would compute the layout of the new screen just for this.
    requestAnimationFrame(() =>
      setTimeout(() => {
        // Another screen may have come meanwhile.
        if (heading.current === null) return
        if (document.activeElement === document.body) heading.current.focus({ preventScroll: true })
        window.scrollTo(0, 0)
      }),
    )
  }, [])

  return heading
}

export function useToastsBelowElement(title: RefObject<HTMLElement | null>): void {
  useSlimToasts()
  // Ends with the screen: an observer of a title that is gone would move the toasts to the top.
  useLayoutEffect(() => {
    const element = title.current
    if (element === null) return
    const root = document.documentElement

    function place() {
      const bottom = element?.getBoundingClientRect().bottom ?? 0
      root.style.setProperty('--toast-top', `calc(${Math.round(bottom)}px - env(safe-area-inset-top))`)
    }

    const watch = new ResizeObserver(place)
    watch.observe(element)
    watch.observe(document.body)
    return () => {
      watch.disconnect()
      root.style.removeProperty('--toast-top')
    }
  }, [title])
}

export function useSlimToasts(): void {
  useEffect(() => {
    const root = document.documentElement
    root.dataset['toasts'] = 'slim'
    return () => {
      delete root.dataset['toasts']
    }
  }, [])
}

/** Reports whether the metronome clicks, and each key or pointer press. Practice time needs both (TC1). */
export function useTrackPracticeTime(isClicking: boolean, dispatch: RoutineControl['dispatch']): void {
  const report = useEffectEvent((isOn: boolean) => dispatch({ kind: 'activity', isClicking: isOn }))
  const press = useEffectEvent(() => report(isClicking))

  useEffect(() => void report(isClicking), [isClicking])

  useEffect(() => {
    const gone = new AbortController()
    const options = { signal: gone.signal, capture: true, passive: true }
    const pressed = () => press()
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, pressed, options)
    return () => gone.abort()
  }, [])
}
