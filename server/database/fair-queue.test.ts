import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate'] })
})
afterEach(() => void vi.useRealTimers())

/** A queue on which every work takes as many milliseconds as it is told; `done` lists whose work ended, in order. */
function aQueue(places: { capacity: number; maxPerOwner: number }) {
  const queue = createFairQueue(places)
  const done: string[] = []
  let running = 0
  let mostRunning = 0
  const work = async (owner: string, milliseconds: number) => {
    const end = await queue.acquire(owner)
    mostRunning = Math.max(mostRunning, (running += 1))
    await new Promise(resolve => setTimeout(resolve, milliseconds))
    running -= 1
    done.push(owner)
    end()
  }
  return { work, done, mostRunning: () => mostRunning }
}

test('[DB14] whoever asks once comes before the second of forty that somebody else asks for', async () => {
  const { work, done } = aQueue({ capacity: 1, maxPerOwner: 1 })
  for (let count = 0; count < 40; count += 1) void work('kai', 2)
  void work('clara', 2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(done).toHaveLength(41)
  expect(done.indexOf('clara')).toBe(1)
})

test('[DB14] turns are shared by time, not by their number', async () => {
  const { work, done } = aQueue({ capacity: 1, maxPerOwner: 1 })
  for (let count = 0; count < 3; count += 1) void work('kai', 40)
  for (let count = 0; count < 10; count += 1) void work('clara', 4)
  await vi.advanceTimersByTimeAsync(5000)
  expect(done.lastIndexOf('clara')).toBeLessThan(done.lastIndexOf('kai'))
  expect(done.slice(1, 10)).toEqual(Array.from({ length: 9 }, () => 'clara'))
})

test('[DB14] after long work there is a pause in which the requests of others find a free place', async () => {
  const { work, done } = aQueue({ capacity: 1, maxPerOwner: 1 })
  void work('clara', 1)
  void work('kai', 100)
  void work('kai', 100)
  await vi.advanceTimersByTimeAsync(110)
  expect(done).toEqual(['clara', 'kai'])
  for (let count = 0; count < 19; count += 1) {
    void work('clara', 2)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(done.slice(2)).toEqual(Array.from({ length: 19 }, () => 'clara'))
  await vi.advanceTimersByTimeAsync(200)
  expect(done.at(-1)).toBe('kai')
})

test('[DB14] who is alone need not pause', async () => {
  const { work, done } = aQueue({ capacity: 1, maxPerOwner: 1 })
  for (let count = 0; count < 3; count += 1) void work('kai', 100)
  await vi.advanceTimersByTimeAsync(310)
  expect(done).toHaveLength(3)
})

test('[DB14] of several places one owner gets some, all together all', async () => {
  const one = aQueue({ capacity: 3, maxPerOwner: 2 })
  for (let count = 0; count < 5; count += 1) void one.work('kai', 2)
  await vi.advanceTimersByTimeAsync(100)
  expect([one.done.length, one.mostRunning()]).toEqual([5, 2])
  const two = aQueue({ capacity: 3, maxPerOwner: 2 })
  for (const owner of ['kai', 'clara', 'kai', 'clara', 'kai']) void two.work(owner, 2)
  await vi.advanceTimersByTimeAsync(100)
  expect([two.done.length, two.mostRunning()]).toEqual([5, 3])
})
