import { expect, test } from 'vitest'
import { cachedResponseKind } from './cached-response-kind.ts'

const ORIGIN = 'https://dacapo.example'
const build = new Set(['/assets/main-1.js', '/theme.js', '/locales/en/common.json'])
const to = (path: string, { method = 'GET', mode = 'cors', origin = ORIGIN } = {}) =>
  cachedResponseKind({ method, mode, url: origin + path }, ORIGIN, path => build.has(path))

test('[OF3] the address of a screen is answered with the page, whatever its query says', () => {
  expect(to('/practice', { mode: 'navigate' })).toBe('page')
  expect(to('/pieces/a/edit', { mode: 'navigate' })).toBe('page')
  expect(to('/confirm?token=abc', { mode: 'navigate' })).toBe('page')
  expect(to('/signin?lng=de', { mode: 'navigate' })).toBe('page')
})

test.each([
  '/api/auth/callback/google',
  '/auth/start.html',
  '/dev/mailbox',
  '/dev/checkout/1',
  '/openapi.json',
  '/nowhere',
])('[OF3] %s goes past the worker, also as an address that is opened', path => {
  expect(to(path, { mode: 'navigate' })).toBeNull()
  expect(to(path)).toBeNull()
})

test('[OF3] files of the build come from the cache, and so do those of earlier builds and texts', () => {
  expect(to('/assets/main-1.js')).toBe('file')
  expect(to('/assets/gone-0.js')).toBe('file')
  expect(to('/theme.js')).toBe('file')
  expect(to('/locales/de/practice.json')).toBe('file')
})

test('[OF3] what is sent, what belongs to others and the worker itself go past the worker', () => {
  expect(to('/practice', { mode: 'navigate', method: 'POST' })).toBeNull()
  expect(to('/locales/add/en/common', { method: 'POST' })).toBeNull()
  expect(to('/assets/main-1.js', { origin: 'https://widget.example' })).toBeNull()
  expect(to('/service-worker.js')).toBeNull()
})
