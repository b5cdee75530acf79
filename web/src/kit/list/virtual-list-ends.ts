import { useEffect } from 'react'

/**
 * Makes Home and End scroll to the very ends. The browser computes the target when the key is pressed, from estimated
 * row heights; rows are measured only on the way, so it would stop some pixels short.
 */
export function useScrollToListEnds(): void {
  useEffect(() => {
    let aim: 'Home' | 'End' | null = null
    const press = ({ key }: KeyboardEvent) => (aim = key === 'Home' || key === 'End' ? key : null)
    // Any other scroll input cancels this.
    const giveUp = () => (aim = null)
    const arrive = () => {
      if (aim !== null) window.scrollTo(0, aim === 'Home' ? 0 : document.documentElement.scrollHeight)
      aim = null
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
