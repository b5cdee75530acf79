/** The pitch of the click (spec 9). */
const CLICK_HERTZ = 1800
const CLICK_SECONDS = 0.03
// By 20 ms it has fallen to a thousandth: ln(0.001) / 0.02 s.
const DECAY_PER_SECOND = Math.log(1000) / 0.02
const FADE_SECONDS = 0.003

/**
 * The samples of one click: a dying sine that is faded to nothing at its end, so that nothing crackles. Made once
 * and played again for each beat, it cannot come out half when a beat is late (spec 9, rule MT1).
 */
export function clickSamples(sampleRate: number): Float32Array<ArrayBuffer> {
  const length = Math.ceil(CLICK_SECONDS * sampleRate)
  return Float32Array.from({ length }, (_, index) => {
    const time = index / sampleRate
    const fade = Math.min(1, (length - 1 - index) / (FADE_SECONDS * sampleRate))
    return fade * Math.exp(-time * DECAY_PER_SECOND) * Math.sin(2 * Math.PI * CLICK_HERTZ * time)
  })
}
