import { useEffect } from 'react'

/**
 * Makes the Home and End keys scroll to the exact start and end of a virtual list. The browser alone would stop too
 * early, because it only knows estimated row heights.
 */
export function useScrollToListEnds(): void {
  useEffect(() => {
    let aim: 'Home' | 'End' | null = null
    const press = ({ key, target }: KeyboardEvent) => {
      const isInField = target instanceof Element && target.matches('input, textarea, select')
      aim = (key === 'Home' || key === 'End') && !isInField ? key : null
    }
    // Any other input cancels this.
    const giveUp = () => (aim = null)
    const arrive = () => {
      if (aim !== null) window.scrollTo(0, aim === 'Home' ? 0 : document.documentElement.scrollHeight)
    }
    window.addEventListener('keydown', press)
    window.addEventListener('wheel', giveUp, { passive: true })
    window.addEventListener('pointerdown', giveUp)
    document.addEventListener('scrollend', arrive)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('wheel', giveUp)
      window.removeEventListener('pointerdown', giveUp)
      document.removeEventListener('scrollend', arrive)
    }
  }, [])
}
