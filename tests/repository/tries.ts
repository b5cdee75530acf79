import { runsAllTests } from '../../scripts/test/test-tags.ts'

/** Returns how often to repeat a random or slow test: `usually`, or `inAll` with `npm test -- --all`. */
export const repetitions = (usually: number, inAll: number): number => (runsAllTests() ? inAll : usually)
