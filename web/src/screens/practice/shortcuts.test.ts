import { expect, test } from 'vitest'
import { createPressGuard } from './shortcuts.ts'

test('[PX7] a press within 600 ms of the same one is its echo; another one, a later one and a retry are not', () => {
  const guard = createPressGuard()
  expect(guard.accept('next', 1000)).toBe(true)
  expect([1000, 1599].map(at => guard.accept('next', at))).toEqual([false, false])
  expect(guard.accept('skip', 1200)).toBe(true)
  expect(guard.isEcho('next', 1600)).toBe(false)
  expect(guard.accept('next', 1600)).toBe(true)
  guard.reset()
  expect(guard.accept('next', 1700)).toBe(true)
})
