import { useEffect } from 'react'

/**
 * Home and End arrive at the very ends. The browser aims at them by the heights it knows when the key is pressed; the
 * rows it meets on the way are measured only then, and it would stop some pixels short.
 */
export function useReachableEnds(): void {
  useEffect(() => {
    let aim: 'Home' | 'End' | null = null
    const press = ({ key }: KeyboardEvent) => (aim = key === 'Home' || key === 'End' ? key : null)
    // Whoever takes the scroll over meanwhile goes somewhere else.
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
