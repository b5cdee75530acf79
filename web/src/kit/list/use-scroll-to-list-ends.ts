import { useEffect } from 'react'

/** Time that a slow phone takes to measure the rows at an end, in milliseconds. */
const MEASURING_MS = 2000

/**
 * Makes the Home and End keys scroll to the exact start and end of a virtual list. The browser alone would stop too
 * early, because it only knows estimated row heights. Corrects the position for two seconds after the first arrival
 * (rule PS8).
 */
export function useScrollToListEnds(): void {
  useEffect(() => {
    let aim: 'Home' | 'End' | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = ({ key, target }: KeyboardEvent) => {
      clearTimeout(timer)
      timer = undefined
      const isInField = target instanceof Element && target.matches('input, textarea, select')
      aim = (key === 'Home' || key === 'End') && !isInField ? key : null
    }
    // Any other input cancels this. Nothing tells that the scroll bar is dragged, so it also ends by itself.
    const giveUp = () => (aim = null)
    const arrive = () => {
      if (aim === null) return
      window.scrollTo(0, aim === 'Home' ? 0 : document.documentElement.scrollHeight)
      timer ??= setTimeout(giveUp, MEASURING_MS)
    }
    window.addEventListener('keydown', press)
    window.addEventListener('wheel', giveUp, { passive: true })
    window.addEventListener('pointerdown', giveUp)
    document.addEventListener('scrollend', arrive)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', press)
      window.removeEventListener('wheel', giveUp)
      window.removeEventListener('pointerdown', giveUp)
      document.removeEventListener('scrollend', arrive)
    }
  }, [])
}
