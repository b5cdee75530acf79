import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addTap, unclampedTappedTempo, type TapTimes } from './tap-tempo.ts'

const tapped = (...times: number[]): TapTimes => times.reduce(addTap, [])

describe('the tempo', () => {
  test('[TT1] from the second tap on the mean of the intervals is taken and rounded down', () => {
    expect([[], [1000]].map(times => unclampedTappedTempo(tapped(...times)))).toEqual([null, null])
    expect(unclampedTappedTempo(tapped(1000, 1500))).toBe(120)
    // 500 and 520 ms: 60000 / 510 = 117.6
    expect(unclampedTappedTempo(tapped(0, 500, 1020))).toBe(117)
    // 501 ms: 119.76
    expect(unclampedTappedTempo(tapped(0, 501))).toBe(119)
  })

  test('[TT1] only the last five intervals count', () => {
    // 600, 500, 500, 500, 500, 500: with the first one it would be 116.
    expect(unclampedTappedTempo(tapped(0, 600, 1100, 1600, 2100, 2600, 3100))).toBe(120)
    // 600, 500, 500, 500, 500 are five: 60000 / 520 = 115.4
    expect(unclampedTappedTempo(tapped(0, 600, 1100, 1600, 2100, 2600))).toBe(115)
  })

  test('[TT1] steady taps give their tempo, rounded down, at every tempo and after any number of taps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 270, max: 1500 }),
        fc.integer({ min: 2, max: 60 }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (interval, count, start) => {
          const taps = tapped(...Array.from({ length: count }, (_, tap) => start + tap * interval))
          expect(unclampedTappedTempo(taps)).toBe(Math.floor(60_000 / interval))
        },
      ),
    )
  })
})

describe('the taps', () => {
  test('[TT1] 24 are kept, the 25th drops the first', () => {
    const steady = (count: number) => tapped(...Array.from({ length: count }, (_, tap) => tap * 500))
    expect([steady(24)[0], steady(25)[0]]).toEqual([0, 500])
  })

  test('[TT1] a gap of 2000 ms goes on, of 2001 ms begins anew', () => {
    expect(tapped(0, 2000)).toEqual([0, 2000])
    expect(tapped(0, 2001)).toEqual([2001])
    expect(tapped(0, 1800, 3801)).toEqual([3801])
  })

  test('[TT8] a tap after 119 ms is a bounce, after 120 ms a tap', () => {
    expect(tapped(0, 119)).toEqual([0])
    expect(tapped(0, 120)).toEqual([0, 120])
    expect(tapped(0, 500, 510, 1000)).toEqual([0, 500, 1000])
  })

  test('[TT1] an interval 40 % off the mean goes on, further off begins anew with the last two taps', () => {
    expect(tapped(0, 500, 1200)).toEqual([0, 500, 1200])
    expect(tapped(0, 500, 1201)).toEqual([500, 1201])
    expect(tapped(0, 500, 800)).toEqual([0, 500, 800])
    expect(tapped(0, 500, 799)).toEqual([500, 799])
    expect(unclampedTappedTempo(tapped(0, 1000, 2000, 2500))).toBe(120)
  })

  test('[TT1] a time before the last one begins anew', () => {
    expect(tapped(5000, 5500, 100, 600)).toEqual([100, 600])
  })

  test('[TT1][TT8] whatever the times: never above 24, in order, never a bounce, a tempo or none', () => {
    const times = fc.array(fc.oneof(fc.double(), fc.double({ min: 0, max: 20_000 }), fc.nat(60_000)), {
      maxLength: 80,
    })
    fc.assert(
      fc.property(times, all => {
        const taps = tapped(...all)
        expect(taps.length).toBeLessThanOrEqual(24)
        const intervals = taps.slice(1).map((time, before) => time - (taps[before] ?? NaN))
        expect(intervals.every(interval => interval >= 120 && interval <= 2000)).toBe(true)
        const tempo = unclampedTappedTempo(taps)
        expect(tempo === null || (Number.isInteger(tempo) && tempo >= 30 && tempo <= 500)).toBe(true)
      }),
    )
  })
})
