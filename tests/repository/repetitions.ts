import { runsAllTests } from '../../scripts/test/test-tags.ts'

export const repetitions = (usually: number, inAll: number): number => (runsAllTests() ? inAll : usually)
