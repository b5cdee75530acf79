import { logOfALifeContract } from './log-of-a-life-contract.ts'

logOfALifeContract('stdout')
