import { useEffect } from 'react'

/**
 * Makes Home and End scroll to the very ends, and stay there. The browser computes the target when the key is pressed,
 * from estimated row heights; rows are measured only on the way, so it would stop some pixels short. On a slow device
 * rows are measured even after the arrival, and the correction for their heights would lead away again.
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
