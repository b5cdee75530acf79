import { afterAll, vi } from 'vitest'

// The test files of one worker share a process (decision 0027). After each file this puts back what a file may change:
// clocks, globals, environment, spies. The next file loads our modules anew, and so has module variables of its own;
// packages stay loaded, which is what makes sharing cheap.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.resetModules()
})
