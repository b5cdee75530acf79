import { expect, test, vi } from 'vitest'
import { saveValueAtLeaving, readValueSavedAtLeaving } from './values-saved-at-leaving.ts'

const items = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, text: string) => void items.set(key, text),
})

test('[ST26] a value that a page keeps when it leaves is read by the next page, also one that deletes', () => {
  saveValueAtLeaving('ada', 'session', { at: 1, session: { kind: 'overview' } })
  saveValueAtLeaving('ada', 'draft new', null)
  expect(readValueSavedAtLeaving('ada', 'session')).toEqual({
    value: { at: 1, session: { kind: 'overview' } },
  })
  expect(readValueSavedAtLeaving('ada', 'draft new')).toEqual({ value: null })
  expect(readValueSavedAtLeaving('ben', 'session')).toBeNull()
})

test('[ST26][AV8] a picture, which JSON would empty, is not kept over the one in the database', () => {
  saveValueAtLeaving('ada', 'avatar', { image: '/a', type: 'image/png', bytes: new ArrayBuffer(8) })
  expect(readValueSavedAtLeaving('ada', 'avatar')).toBeNull()
})
