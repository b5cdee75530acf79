import { runsAllTests } from '../../scripts/test/test-tags.ts'

/** How often a test repeats what is random or costly: usually, and in `npm test -- --all`, which looks longer. */
export const tries = (usually: number, inAll: number): number => (runsAllTests() ? inAll : usually)
