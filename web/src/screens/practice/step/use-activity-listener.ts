import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onActivity` whenever the user presses a pointer or key, and when the metronome starts or stops. The app uses
 * these calls to measure the practice time (rule TC1).
 *
 * @param isClicking whether the metronome is clicking; passed on to `onActivity`
 */
export function useActivityListener(isClicking: boolean, onActivity: (isClicking: boolean) => void): void {
  const report = useEffectEvent((isOn: boolean) => onActivity(isOn))
  const press = useEffectEvent(() => onActivity(isClicking))

  useEffect(() => report(isClicking), [isClicking])

  useEffect(() => {
    const gone = new AbortController()
    const options = { signal: gone.signal, capture: true, passive: true }
    const pressed = () => press()
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, pressed, options)
    return () => gone.abort()
  }, [])
}
