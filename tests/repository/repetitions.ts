import { runsAllTests } from '../../scripts/test/test-tags.ts'

/** Returns `usually`, or `inAll` with `npm test -- --all`. */
export const repetitions = (usually: number, inAll: number): number => (runsAllTests() ? inAll : usually)
