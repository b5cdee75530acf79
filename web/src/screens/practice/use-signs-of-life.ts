import { useEffect, useEffectEvent } from 'react'

/** Reports presses, keys, and the click when it starts and stops, as signs of life (rules TC1, TS11). */
export function useSignsOfLife(isClicking: boolean, onSign: (isClicking: boolean) => void): void {
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
