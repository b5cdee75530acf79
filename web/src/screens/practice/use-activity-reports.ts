import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `onSign` on each press and key, and when the click starts or stops. Practice time is counted only while the
 * user is active (rules TC1, TS11).
 */
export function useActivityReports(isClicking: boolean, onSign: (isClicking: boolean) => void): void {
  const sign = useEffectEvent((isOn: boolean) => onSign(isOn))
  const press = useEffectEvent(() => onSign(isClicking))

  useEffect(() => sign(isClicking), [isClicking])

  useEffect(() => {
    const gone = new AbortController()
    const options = { signal: gone.signal, capture: true, passive: true }
    const pressed = () => press()
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, pressed, options)
    return () => gone.abort()
  }, [])
}
