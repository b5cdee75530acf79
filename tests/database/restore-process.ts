import { afterAll, vi } from 'vitest'

// The test files of one worker share a process (decision 0027). After each file this restores clocks, globals,
// environment and spies, and discards our modules, so that the next file gets new ones. Packages stay loaded.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.resetModules()
})
