import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bpm } from '#tests/library/builders.ts'
import {
  clickByIndex,
  createClickGrid,
  secondsPerClick,
  createClickGridAfterClick,
  nextClickToSchedule,
  type GridClick,
  type ClickGrid,
} from './click-grid.ts'
import { MAX_BPM, MIN_BPM } from './tempo.ts'

const LOOK_AHEAD = 0.2
const EARLIEST = 0.02
const everyTempo = Array.from({ length: MAX_BPM - MIN_BPM + 1 }, (_, above) => bpm(MIN_BPM + above))
const aTempo = fc.constantFrom(...everyTempo)

function beatsBetween(grid: ClickGrid, next: number, now: number, until: number): GridClick[] {
  const beats: GridClick[] = []
  for (
    let beat = nextClickToSchedule(grid, next, now);
    beat.time < until;
    beat = clickByIndex(grid, beat.index + 1)
  )
    beats.push(beat)
  return beats
}

function simulateScheduler(start: ClickGrid, wakeUps: readonly { at: number; tempo?: number }[]) {
  let grid = start
  let changedAt = -Infinity
  const beats: (GridClick & { perMinute: number; changedAt: number })[] = []
  const schedule = (at: number) => {
    const { perMinute } = grid
    const next = (beats.at(-1)?.index ?? start.first - 1) + 1
    beats.push(
      ...beatsBetween(grid, next, at, at + LOOK_AHEAD).map(beat => ({ ...beat, perMinute, changedAt })),
    )
  }
  for (const { at, tempo } of wakeUps) {
    // These beats are already scheduled when the tempo changes, so the new tempo begins after them.
    schedule(at)
    const last = beats.at(-1)
    if (tempo === undefined || last === undefined) continue
    grid = createClickGridAfterClick(last, tempo, at + EARLIEST, at + LOOK_AHEAD)
    changedAt = at
    schedule(at)
  }
  return beats
}

describe('the places of the beats', () => {
  test('[BG1] beat k sounds at origin + k * 60 / bpm', () => {
    expect(secondsPerClick(bpm(120))).toBe(0.5)
    expect([0, 1, 2, 7].map(k => clickByIndex(createClickGrid(10, bpm(120)), k).time)).toEqual([
      10, 10.5, 11, 13.5,
    ])
    expect(clickByIndex(createClickGrid(0, bpm(90)), 3).time).toBe(2)
    expect(clickByIndex({ origin: 4, first: 8, perMinute: 60 }, 10).time).toBe(6)
  })

  test('[BG1] against exact fractions: no place is off by more than half a bit in ten minutes, at any tempo', () => {
    // Doubles from 2^-8 to 1024 are whole multiples of 2^-60, so this is exact.
    const scale = 2n ** 60n
    const halfABit = 2n ** (60n - 44n)
    for (const tempo of everyTempo) {
      const grid = createClickGrid(0, tempo)
      for (let k = 1; k <= 10 * tempo; k++) {
        const off = BigInt(clickByIndex(grid, k).time * 2 ** 60) * BigInt(tempo) - 60n * BigInt(k) * scale
        if (off > halfABit * BigInt(tempo) || -off > halfABit * BigInt(tempo))
          throw new Error(`beat ${k} at ${tempo} bpm is off`)
      }
      expect(clickByIndex(grid, 10 * tempo).time).toBe(600)
    }
  })
})

describe('what a scheduler is given', () => {
  const grid = createClickGrid(1, bpm(120))

  test('[BG1] the beats from now on and before the end', () => {
    expect(beatsBetween(grid, 0, 0.9, 2).map(beat => beat.time)).toEqual([1, 1.5])
    expect(beatsBetween(grid, 0, 1, 2.001).map(beat => beat.time)).toEqual([1, 1.5, 2])
    expect(beatsBetween(grid, 2, 1, 2.001).map(beat => beat.index)).toEqual([2])
    expect(beatsBetween(grid, 3, 1, 2.001)).toEqual([])
  })

  test('[BG1] a scheduler that wakes up late skips beats and goes on in the grid', () => {
    expect(beatsBetween(grid, 1, 2.6, 3.6)).toEqual([
      { index: 4, time: 3 },
      { index: 5, time: 3.5 },
    ])
  })

  test('[BG1] over random wake-ups, late ones too, every beat is in its place and none is in the past', () => {
    const pauses = fc.array(fc.double({ min: 0.001, max: 3, noNaN: true }), { maxLength: 100 })
    fc.assert(
      fc.property(aTempo, pauses, (tempo, waits) => {
        const grid = createClickGrid(0.05, tempo)
        let at = 0
        let next = 0
        for (const wait of [0, ...waits]) {
          at += wait
          for (const beat of beatsBetween(grid, next, at, at + LOOK_AHEAD)) {
            expect(beat.index).toBeGreaterThanOrEqual(next)
            expect(beat.time).toBe(clickByIndex(grid, beat.index).time)
            expect(beat.time).toBeGreaterThan(at - 1e-8)
            next = beat.index + 1
          }
        }
      }),
    )
  })
})

describe('a change of tempo', () => {
  test('[BG1][MT4] whatever the changes, no beat is missed, and each comes one beat of its tempo after the last or 0.2 s after the change', () => {
    const steps = fc.array(
      fc.record({
        wait: fc.double({ min: 0.001, max: LOOK_AHEAD, noNaN: true }),
        tempo: fc.option(aTempo, { nil: undefined, freq: 5 }),
      }),
      { minLength: 20, maxLength: 300 },
    )
    fc.assert(
      fc.property(aTempo, steps, (first, all) => {
        let at = 0
        const wakeUps = all.map(({ wait, tempo }) => ({ at: (at += wait), ...(tempo && { tempo }) }))
        const beats = simulateScheduler(createClickGrid(0.05, first), [{ at: 0 }, ...wakeUps])
        expect(beats.map(beat => beat.index)).toEqual(beats.map((_, place) => place))
        beats.slice(1).forEach(({ time, perMinute, changedAt }, place) => {
          const last = beats[place]?.time ?? NaN
          const inTempo = last + secondsPerClick(perMinute)
          const wanted = inTempo >= changedAt + EARLIEST ? inTempo : changedAt + LOOK_AHEAD
          expect(Math.abs(time - wanted)).toBeLessThan(1e-6)
        })
      }),
    )
  })
})
