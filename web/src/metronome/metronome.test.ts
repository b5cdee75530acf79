import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_CLICK_PATTERN } from '#core/music/click-pattern.ts'
import { bpm } from '#tests/library/builders.ts'
import {
  fakeSound,
  roundedIntervals as intervals,
  passTime,
  type FakeSound,
} from '#tests/metronome/fake-sound.ts'
import { Metronome } from './metronome.ts'

let sound: FakeSound
let isHidden: boolean
let metronome: Metronome

beforeEach(() => {
  vi.useFakeTimers()
  sound = fakeSound()
  isHidden = false
  metronome = new Metronome(
    () => sound,
    () => isHidden,
  )
})

afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => passTime(sound, seconds)
const upTo = (time: number) => sound.clicks().filter(at => at < time)

describe('a running metronome', () => {
  test('[MT2] orders its first beat inside the press, 50 ms ahead, without waiting for anything', () => {
    metronome.start(bpm(120))
    expect(sound.clicks()[0]).toBeCloseTo(10.05)
    expect(sound.asked()).toBe(1)
    pass(0.05)
    expect(metronome.state()).toBe('running')
  })

  test('[MT2] clicks every 60 / bpm seconds, for as long as it runs', () => {
    metronome.start(bpm(133))
    pass(30)
    const heard = upTo(sound.now())
    expect(heard).toHaveLength(Math.ceil((30 - 0.05) / (60 / 133)))
    heard.forEach((time, index) => expect(time).toBeCloseTo(10.05 + (index * 60) / 133, 9))
  })

  test('[MT2] pressed again while it runs, it only takes the new tempo', () => {
    metronome.start(bpm(120))
    pass(1)
    const ordered = sound.clicks()[0]
    metronome.start(bpm(60))
    expect(sound.clicks()[0]).toBe(ordered)
    pass(4)
    expect(new Set(intervals(upTo(sound.now())))).toEqual(new Set([0.5, 1]))
  })

  test('[BG1] a hidden page has beats for the minute in which its timers may not fire', () => {
    metronome.start(bpm(208))
    isHidden = true
    metronome.fill()
    expect((sound.clicks().at(-1) ?? 0) - sound.now()).toBeGreaterThan(69)
  })

  test('[BG1] when even that runs out, beats are left out and the grid stays', () => {
    metronome.start(bpm(120))
    sound.pass(30.2)
    vi.advanceTimersByTime(25)
    const beats = ((sound.clicks().find(at => at >= sound.now()) ?? 0) - 10.05) / 0.5
    expect(beats).toBeCloseTo(Math.round(beats), 9)
    expect(Math.min(...intervals(sound.clicks()))).toBe(0.5)
  })
})

describe('a change of tempo', () => {
  test('[MT4] is heard after the look-ahead and one beat at the latest, without any odd interval', () => {
    metronome.start(bpm(133))
    pass(3.3)
    const changedAt = sound.now()
    metronome.setTempo(bpm(97))
    pass(6)
    const times = upTo(sound.now())
    const [old, changed] = [60 / 133, 60 / 97].map(step => Number(step.toFixed(6)))
    expect(new Set(intervals(times))).toEqual(new Set([old, changed]))
    const firstNew = times.findIndex((_, index) => intervals(times)[index] === changed)
    expect((times[firstNew] ?? Infinity) - changedAt).toBeLessThan(0.2 + 60 / 133)
  })

  test('[MT4] to a much faster one is heard 0.2 s later, not when the slow beat ends, and is exact from there', () => {
    metronome.start(bpm(40))
    pass(1)
    const changedAt = sound.now()
    metronome.setTempo(bpm(160))
    pass(3)
    const [, next, ...later] = upTo(sound.now())
    expect(next).toBeCloseTo(changedAt + 0.2)
    expect(new Set(intervals([next ?? 0, ...later]))).toEqual(new Set([0.375]))
    expect(sound.cut()).toEqual([])
  })

  test('[MT4] a change on each tick neither silences the click nor bunches it', () => {
    metronome.start(bpm(40))
    for (let tempo = 40; tempo <= 160; tempo++) {
      metronome.setTempo(bpm(tempo))
      pass(0.025)
    }
    pass(1)
    const gaps = intervals(upTo(sound.now()))
    expect(Math.max(...gaps)).toBeLessThan(1.5)
    expect(Math.min(...gaps)).toBe(0.375)
    expect(gaps.slice(-2)).toEqual([0.375, 0.375])
  })

  test('[MT4] a change of the climb or of the pattern right after it leaves the new tempo', () => {
    metronome.start(bpm(60))
    pass(1.1)
    metronome.setTempo(bpm(50))
    metronome.setClimb({ settings: { kind: 'clean', step: 4, cleans: 3 }, goal: bpm(120) })
    pass(0.025)
    metronome.setTempo(bpm(40))
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, beats: 3 })
    pass(5)
    expect(metronome.tempo()).toBe(40)
    expect(intervals(upTo(sound.now())).slice(1)).toEqual([1.5, 1.5, 1.5])
  })
})

describe('silence', () => {
  test('[MT5] comes with the stop: nothing sounds later than 60 ms after it, and no click is cut', () => {
    metronome.start(bpm(208))
    pass(3)
    const stoppedAt = sound.now()
    metronome.stop()
    pass(3)
    expect(sound.clicks().filter(at => at > stoppedAt + 0.06)).toEqual([])
    expect(sound.cut()).toEqual([])
    expect(metronome.state()).toBe('stopped')
  })

  test('[MT5] lets the audio system sleep two seconds later, unless it was started again', () => {
    metronome.start(bpm(120))
    metronome.stop()
    pass(1.9)
    expect(sound.state()).toBe('running')
    pass(0.2)
    expect(sound.state()).toBe('suspended')

    sound.become('running')
    metronome.start(bpm(120))
    metronome.stop()
    metronome.start(bpm(120))
    pass(3)
    expect(sound.state()).toBe('running')
  })
})

describe('what can come between', () => {
  test('[MT10] after a phone call it goes on by itself', () => {
    metronome.start(bpm(120))
    pass(1)
    sound.become('interrupted')
    expect(metronome.state()).toBe('interrupted')
    pass(30)
    expect(metronome.state()).toBe('interrupted')
    sound.become('suspended')
    const resumedAt = sound.now()
    sound.become('running')
    expect(metronome.state()).toBe('running')
    expect(sound.clicks().find(at => at > resumedAt)).toBeCloseTo(resumedAt + 0.05)
  })

  test('[MT10] a clock that stands still while it is said to run is woken, and needs a press when that was in vain', () => {
    const opened: FakeSound[] = []
    const metronome = new Metronome(
      () => {
        sound = fakeSound()
        opened.push(sound)
        return sound
      },
      () => false,
    )
    metronome.start(bpm(120))
    pass(2)
    sound.freeze()
    pass(0.6)
    expect(metronome.state()).toBe('interrupted')
    sound.become('running')
    expect(metronome.state()).toBe('running')
    pass(0.6)
    expect(metronome.state()).toBe('blocked')

    metronome.start(bpm(120))
    expect(opened).toHaveLength(2)
    expect(opened[0]?.isClosed()).toBe(true)
    pass(2)
    expect(metronome.state()).toBe('running')
    expect(upTo(sound.now())).toHaveLength(4)
  })

  test('[MT10] without any sound system it fails aloud and can be tried again', () => {
    let fails = true
    const stubborn = new Metronome(
      () => {
        if (fails) throw new Error('no audio')
        return sound
      },
      () => false,
    )
    stubborn.start(bpm(120))
    expect(stubborn.state()).toBe('failed')
    fails = false
    stubborn.start(bpm(120))
    pass(0.05)
    expect(stubborn.state()).toBe('running')
  })
})

test('[MT8] the beat shown is the one that is heard, not the one that is sent', () => {
  metronome.start(bpm(60))
  pass(6)
  // Sent at 10.05, 11.05, … and heard 0.1 s later.
  expect(metronome.beatAt(15_100)?.index).toBe(4)
  expect(metronome.beatAt(15_160)).toMatchObject({ index: 5, inBar: 1 })
  metronome.stop()
  expect(metronome.beatAt(15_160)).toBeNull()
})

describe('the pattern of a piece', () => {
  test('[CK1] accents, subdivisions and silent bars sound as they are set', () => {
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, beats: 2, accent: true, subdivision: 2, rest: 1 })
    metronome.start(bpm(60))
    pass(6)
    expect(intervals(upTo(sound.now()))).toEqual([0.5, 0.5, 0.5, 2.5, 0.5, 0.5, 0.5])
    expect(sound.strengths().slice(0, 5)).toEqual(['accent', 'subdivision', 'beat', 'subdivision', 'accent'])
  })

  test('[CK1] the count-in sounds once, at the start, and not after a drag', () => {
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, beats: 3, countIn: true })
    metronome.start(bpm(60))
    pass(1)
    expect(metronome.beatAt(sound.now() * 1000 + 100)?.bar).toBe(-1)
    metronome.hold()
    metronome.release()
    pass(1)
    expect(metronome.beatAt(sound.now() * 1000 + 100)?.bar).toBe(0)
  })

  test('[CK1] set while it runs, it begins with a bar at the next beat, and the grid stays', () => {
    metronome.start(bpm(120))
    pass(1.3)
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, beats: 3, accent: true })
    pass(5)
    expect(new Set(intervals(upTo(sound.now())))).toEqual(new Set([0.5]))
    const accents = sound.strengths().flatMap((strength, index) => (strength === 'accent' ? index : []))
    expect(accents.slice(0, 3)).toEqual([3, 6, 9])
    expect(sound.cut()).toEqual([])
  })

  test('[CK1][MT4] a tempo that is set before a new pattern has begun begins with it', () => {
    metronome.start(bpm(60))
    pass(1.1)
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, subdivision: 4 })
    metronome.setTempo(bpm(120))
    pass(2)
    expect(intervals(upTo(sound.now())).slice(0, 5)).toEqual([1, 1, 0.125, 0.125, 0.125])
  })

  test('[MT4] with subdivisions a change of tempo leaves no odd interval either', () => {
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, subdivision: 4 })
    metronome.start(bpm(60))
    pass(2.4)
    const changedAt = sound.now()
    metronome.setTempo(bpm(120))
    pass(4)
    expect(new Set(intervals(upTo(sound.now())))).toEqual(new Set([0.25, 0.125]))
    const clicks = upTo(sound.now())
    const firstNew = clicks.find((_, index) => intervals(clicks)[index] === 0.125) ?? Infinity
    expect(firstNew - changedAt).toBeLessThan(0.2 + 1)
  })

  test('[MT5] a stop takes back the subdivisions of the beat that sounds', () => {
    metronome.setPattern({ ...DEFAULT_CLICK_PATTERN, subdivision: 4 })
    metronome.start(bpm(40))
    pass(1)
    const stoppedAt = sound.now()
    metronome.stop()
    expect(sound.clicks().filter(at => at > stoppedAt + 0.06)).toEqual([])
    expect(sound.cut()).toEqual([])
  })
})

describe('a climb', () => {
  const settings = { kind: 'bars', step: 10, bars: 1 } as const
  const heardTempos = () => new Set(intervals(upTo(sound.now())).map(interval => Math.round(60 / interval)))

  test('[TR4] takes its step on the first beat of the bar, also where the page is kept busy', () => {
    metronome.setClimb({ settings, goal: bpm(120) })
    metronome.start(bpm(100))
    pass(0.2)
    sound.pass(8)
    vi.advanceTimersByTime(25)
    const steps = intervals(upTo(sound.now())).map(interval => Math.round(60 / interval))
    expect(steps.slice(0, 10)).toEqual([100, 100, 100, 100, 110, 110, 110, 110, 120, 120])
    expect(Math.max(...steps)).toBe(120)
  })

  test('[TR4] tells of each step when it sounds, and the same tempo said back changes nothing', () => {
    metronome.setClimb({ settings, goal: bpm(120) })
    metronome.start(bpm(100))
    pass(0.05)
    const told: number[] = []
    metronome.subscribe(() => {
      told.push(metronome.tempo())
      metronome.setTempo(metronome.tempo())
    })
    pass(8)
    expect(told).toEqual([110, 120])
    expect(heardTempos()).toEqual(new Set([100, 110, 120]))
  })

  test('[TR4] a hand on the slider leads, and the climb goes on from there with the next bar', () => {
    metronome.setClimb({ settings, goal: bpm(200) })
    metronome.start(bpm(120))
    pass(1)
    metronome.setTempo(bpm(60))
    pass(0.1)
    expect(metronome.tempo()).toBe(60)
    pass(8)
    expect(metronome.tempo()).toBe(70)
    expect(heardTempos()).toEqual(new Set([120, 60, 70]))
  })
})

test('[MT14] the volume is that of this and of every later sound system; mute leaves the beat to be seen', () => {
  metronome.setVolume(0)
  metronome.start(bpm(60))
  expect(sound.volume()).toBe(0)
  pass(2)
  expect(metronome.beatAt(sound.now() * 1000)?.index).toBe(1)
  metronome.setVolume(0.5)
  expect(sound.volume()).toBe(0.5)
})
