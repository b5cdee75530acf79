import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#tests/storage/local-storage.ts'
import { setLastUserId } from './last-user.ts'
import { deletePersistedValues, persist, readPersisted } from './persisted-values.ts'

beforeEach(() => void stubLocalStorage())
afterEach(() => vi.unstubAllGlobals())

test('[ST16] what a screen kept is found by its user and nobody else, and goes as a whole', () => {
  persist('ada', 'draft new', { name: 'Gigue' })
  persist('ada', 'sound', 'wood')
  persist('ben', 'sound', 'beep')
  expect(readPersisted('ada', 'draft new')).toEqual({ name: 'Gigue' })
  expect(readPersisted('ben', 'draft new')).toBeNull()
  persist('ada', 'draft new', null)
  expect(readPersisted('ada', 'draft new')).toBeNull()
  deletePersistedValues('ada')
  expect(readPersisted('ada', 'sound')).toBeNull()
  expect(readPersisted('ben', 'sound')).toBe('beep')
})

test('[ST16][SI13] a page whose user has signed out in another tab keeps nothing more', () => {
  setLastUserId('ada')
  persist('ada', 'draft new', 'before')
  deletePersistedValues('ada')
  localStorage.removeItem('dacapo.user')
  persist('ada', 'draft new', 'after')
  expect(readPersisted('ada', 'draft new')).toBeNull()
})
