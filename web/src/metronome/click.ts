import type { ClickSound } from '#core/click-pattern.ts'

type Strength = ClickSound['strength']

/** The pitch of the click (spec 9). */
const CLICK_HERTZ = 1800
const CLICK_SECONDS = 0.03
// By 20 ms it has fallen to a thousandth: ln(0.001) / 0.02 s.
const DECAY_PER_SECOND = Math.log(1000) / 0.02
const FADE_SECONDS = 0.003

// An accent is higher, because louder is not heard on every phone; what lies between the beats is softer and lower.
const KINDS: Record<Strength, { hertz: number; gain: number }> = {
  beat: { hertz: CLICK_HERTZ, gain: 1 },
  accent: { hertz: 2400, gain: 1 },
  subdivision: { hertz: 1350, gain: 0.45 },
}

export const STRENGTHS: readonly Strength[] = ['beat', 'accent', 'subdivision']

/**
 * The samples of one click: a dying sine that is faded to nothing at its end, so that nothing crackles. Made once
 * and played again for each beat, it cannot come out half when a beat is late (spec 9, rule MT1).
 */
export function clickSamples(sampleRate: number, strength: Strength = 'beat'): Float32Array<ArrayBuffer> {
  const { hertz, gain } = KINDS[strength]
  const length = Math.ceil(CLICK_SECONDS * sampleRate)
  return Float32Array.from({ length }, (_, index) => {
    const time = index / sampleRate
    const fade = gain * Math.min(1, (length - 1 - index) / (FADE_SECONDS * sampleRate))
    return fade * Math.exp(-time * DECAY_PER_SECOND) * Math.sin(2 * Math.PI * hertz * time)
  })
}
