import { changeContract } from './database-contract-changes.ts'
import { pagingContract } from './database-contract-paging.ts'
import { sameRulesContract } from './database-contract-same-rules.ts'

export const libraryContracts = [changeContract, sameRulesContract, pagingContract]
