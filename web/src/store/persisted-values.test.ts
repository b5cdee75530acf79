import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#tests/storage/local-storage.ts'
import { storeLastUserId } from './last-user.ts'
import { deletePersistedValues, persistValue, readUnvalidatedPersistedValue } from './persisted-values.ts'

beforeEach(() => void stubLocalStorage())
afterEach(() => vi.unstubAllGlobals())

test('[ST16] what a screen kept is found by its user and nobody else, and goes as a whole', () => {
  persistValue('ada', 'draft new', { name: 'Gigue' })
  persistValue('ada', 'sound', 'wood')
  persistValue('ben', 'sound', 'beep')
  expect(readUnvalidatedPersistedValue('ada', 'draft new')).toEqual({ name: 'Gigue' })
  expect(readUnvalidatedPersistedValue('ben', 'draft new')).toBeNull()
  persistValue('ada', 'draft new', null)
  expect(readUnvalidatedPersistedValue('ada', 'draft new')).toBeNull()
  deletePersistedValues('ada')
  expect(readUnvalidatedPersistedValue('ada', 'sound')).toBeNull()
  expect(readUnvalidatedPersistedValue('ben', 'sound')).toBe('beep')
})

test('[ST16][SI13] a page whose user has signed out in another tab keeps nothing more', () => {
  storeLastUserId('ada')
  persistValue('ada', 'draft new', 'before')
  deletePersistedValues('ada')
  localStorage.removeItem('dacapo.user')
  persistValue('ada', 'draft new', 'after')
  expect(readUnvalidatedPersistedValue('ada', 'draft new')).toBeNull()
})

test('[ST16] where the browser keeps nothing, or something broken, the app goes on', () => {
  localStorage.setItem('dacapo.kept.ada.sound', '{')
  expect(readUnvalidatedPersistedValue('ada', 'sound')).toBeNull()
  const fail = (name: string) => () => {
    throw new DOMException('no', name)
  }
  vi.stubGlobal('localStorage', { getItem: fail('SecurityError'), setItem: fail('QuotaExceededError') })
  persistValue('ada', 'sound', 'wood')
  expect(readUnvalidatedPersistedValue('ada', 'sound')).toBeNull()
  deletePersistedValues('ada')
})
