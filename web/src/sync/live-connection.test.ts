import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#tests/storage/local-storage.ts'
import { storeLastUserId } from '#web/store/last-user.ts'
import { openLiveConnection } from './live-connection.ts'

// The browser is played here: what it would do with each connection is for the test to say.

class Connection extends EventTarget {
  static readonly CLOSED = 2
  static readonly all: Connection[] = []
  readyState = 1

  constructor() {
    super()
    Connection.all.push(this)
  }

  close() {
    this.readyState = Connection.CLOSED
  }

  says(revision: number) {
    this.dispatchEvent(Object.assign(new Event('revision'), { data: String(revision) }))
  }

  /** Lost on the way, or refused by the server: then the browser gives up. */
  fails(how: 'lost' | 'refused') {
    this.readyState = how === 'refused' ? Connection.CLOSED : 0
    this.dispatchEvent(new Event('error'))
  }
}

const nothing = () => {}
const listen = (onRevision: (revision: number) => void = nothing, onRefused = nothing) =>
  openLiveConnection('kai', onRevision, onRefused)
const open = () => Connection.all.filter(({ readyState }) => readyState !== Connection.CLOSED)
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

function show(state: 'visible' | 'hidden') {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  Connection.all.length = 0
  page.visibilityState = 'visible'
  vi.stubGlobal('EventSource', Connection)
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
  expect(open()).toHaveLength(1)
  open()[0]?.says(7)
  expect(heard).toEqual([7])
  show('hidden')
  expect(open()).toEqual([])
  show('visible')
  expect(open()).toHaveLength(1)
  live.close()
  expect(open()).toEqual([])
  show('visible')
  expect(open()).toEqual([])
})

test('[SN10] a lost connection is sought again within two seconds, and after each loss later', () => {
  const live = listen()
  for (const longest of [2, 4, 8]) {
    const before = Connection.all.length
    open()[0]?.fails('lost')
    vi.advanceTimersByTime(longest * 500 - 1)
    expect(open()).toEqual([])
    vi.advanceTimersByTime(longest * 500 + 1)
    expect(Connection.all).toHaveLength(before + 1)
  }
  // What was heard ends the row of losses.
  open()[0]?.says(1)
  open()[0]?.fails('lost')
  vi.advanceTimersByTime(2000)
  expect(open()).toHaveLength(1)
  live.close()
})

test('[SN10] a server that refuses is left alone for longer', () => {
  const live = listen()
  open()[0]?.fails('refused')
  vi.advanceTimersByTime(3999)
  expect(open()).toEqual([])
  vi.advanceTimersByTime(4001)
  expect(open()).toHaveLength(1)
  live.close()
})

test('[ID23] a refusal is passed on at once, a loss is not', () => {
  const refused = vi.fn()
  const live = listen(() => {}, refused)
  open()[0]?.says(1)
  open()[0]?.fails('lost')
  expect(refused).not.toHaveBeenCalled()
  // What the server does with a session that was ended: the stream ends, and the next one is refused.
  vi.advanceTimersByTime(2000)
  expect(refused).not.toHaveBeenCalled()
  open()[0]?.fails('refused')
  expect(refused).toHaveBeenCalledTimes(1)
  live.close()
})

test('[SI13] a page whose user signed out in another tab does not listen again when its connection ends', () => {
  storeLastUserId('kai')
  const live = listen()
  expect(open()).toHaveLength(1)
  // What the server does with the session that was ended.
  storeLastUserId(null)
  open()[0]?.fails('lost')
  vi.advanceTimersByTime(60_000)
  show('visible')
  expect(Connection.all).toHaveLength(1)
  storeLastUserId('kai')
  show('visible')
  expect(open()).toHaveLength(1)
  live.close()
})
