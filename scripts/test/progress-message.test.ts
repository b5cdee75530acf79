import { expect, test } from 'vitest'
import { parseProgress } from './progress-message.ts'

test('[TL19] of what a runner sends only progress is taken for progress', () => {
  const progress = { done: 3, of: 9, unit: 'tests' }
  expect(parseProgress(progress)).toEqual(progress)
  for (const other of [null, 'ready', {}, { ...progress, unit: 'bars' }, { ...progress, of: '9' }])
    expect(parseProgress(other)).toBeNull()
})
