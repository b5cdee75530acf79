import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#tests/storage/local-storage.ts'
import { storeLastUserId } from '#web/store/last-user.ts'
import { openLiveConnection } from './live-connection.ts'

// EventSource is faked: each test decides what happens to a connection.

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static readonly all: FakeEventSource[] = []
  readyState = 1

  constructor() {
    super()
    FakeEventSource.all.push(this)
  }

  close() {
    this.readyState = FakeEventSource.CLOSED
  }

  sendRevision(revision: number) {
    this.dispatchEvent(Object.assign(new Event('revision'), { data: String(revision) }))
  }

  /** A browser reconnects a lost connection by itself, but not a refused one. */
  fails(how: 'lost' | 'refused') {
    this.readyState = how === 'refused' ? FakeEventSource.CLOSED : 0
    this.dispatchEvent(new Event('error'))
  }
}

const nothing = () => {}
const listen = (onRevision: (revision: number) => void = nothing, onRefused = nothing) =>
  openLiveConnection('kai', onRevision, onRefused)
const active = () => FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED)
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

function show(state: 'visible' | 'hidden') {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.all.length = 0
  page.visibilityState = 'visible'
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('document', page)
  stubLocalStorage()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout: globalThis.setTimeout }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[SN10] a page listens on one connection while it is seen, and on none while it is not', () => {
  const heard: number[] = []
  const live = listen(revision => heard.push(revision))
  show('visible')
  expect(active()).toHaveLength(1)
  active()[0]?.sendRevision(7)
  expect(heard).toEqual([7])
  show('hidden')
  expect(active()).toEqual([])
  show('visible')
  expect(active()).toHaveLength(1)
  live.close()
  expect(active()).toEqual([])
  show('visible')
  expect(active()).toEqual([])
})

test('[SN10] a lost connection is sought again within two seconds, and after each loss later', () => {
  const live = listen()
  for (const longest of [2, 4, 8]) {
    const before = FakeEventSource.all.length
    active()[0]?.fails('lost')
    vi.advanceTimersByTime(longest * 500 - 1)
    expect(active()).toEqual([])
    vi.advanceTimersByTime(longest * 500 + 1)
    expect(FakeEventSource.all).toHaveLength(before + 1)
  }
  // A received event resets the backoff.
  active()[0]?.sendRevision(1)
  active()[0]?.fails('lost')
  vi.advanceTimersByTime(2000)
  expect(active()).toHaveLength(1)
  live.close()
})

test('[SN10] a server that refuses is left alone for longer', () => {
  const live = listen()
  active()[0]?.fails('refused')
  vi.advanceTimersByTime(3999)
  expect(active()).toEqual([])
  vi.advanceTimersByTime(4001)
  expect(active()).toHaveLength(1)
  live.close()
})

test('[ID23] a refusal is passed on at once, a loss is not', () => {
  const refused = vi.fn()
  const live = listen(() => {}, refused)
  active()[0]?.sendRevision(1)
  active()[0]?.fails('lost')
  expect(refused).not.toHaveBeenCalled()
  // The server ends the stream of a revoked session and refuses the next one.
  vi.advanceTimersByTime(2000)
  expect(refused).not.toHaveBeenCalled()
  active()[0]?.fails('refused')
  expect(refused).toHaveBeenCalledTimes(1)
  live.close()
})

test('[SI13] a page whose user signed out in another tab does not listen again when its connection ends', () => {
  storeLastUserId('kai')
  const live = listen()
  expect(active()).toHaveLength(1)
  // The server ends the stream of the signed-out session.
  storeLastUserId(null)
  active()[0]?.fails('lost')
  vi.advanceTimersByTime(60_000)
  show('visible')
  expect(FakeEventSource.all).toHaveLength(1)
  storeLastUserId('kai')
  show('visible')
  expect(active()).toHaveLength(1)
  live.close()
})
