import type { ClickStrength } from '#core/music/click-pattern.ts'

const CLICK_HERTZ = 1800
const CLICK_SECONDS = 0.03
// The amplitude falls to a thousandth within 20 ms: ln(0.001) / 0.02 s.
const DECAY_PER_SECOND = Math.log(1000) / 0.02
const FADE_SECONDS = 0.003

// An accent is higher, because many phones play it no louder; a subdivision is softer and lower.
const KINDS: Record<ClickStrength, { hertz: number; gain: number }> = {
  beat: { hertz: CLICK_HERTZ, gain: 1 },
  accent: { hertz: 2400, gain: 1 },
  subdivision: { hertz: 1350, gain: 0.45 },
}

export const CLICK_KINDS: readonly ClickStrength[] = ['beat', 'accent', 'subdivision']

export function clickSamples(
  sampleRate: number,
  strength: ClickStrength = 'beat',
): Float32Array<ArrayBuffer> {
  const { hertz, gain } = KINDS[strength]
  const length = Math.ceil(CLICK_SECONDS * sampleRate)
  return Float32Array.from({ length }, (_, index) => {
    const time = index / sampleRate
    const fade = gain * Math.min(1, (length - 1 - index) / (FADE_SECONDS * sampleRate))
    return fade * Math.exp(-time * DECAY_PER_SECOND) * Math.sin(2 * Math.PI * hertz * time)
  })
}
