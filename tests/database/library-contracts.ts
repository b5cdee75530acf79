import { changeContract } from './database-contract-changes.ts'
import { pagingContract } from './database-contract-paging.ts'
import { sameRulesContract } from './database-contract-same-rules.ts'

/** The contracts of the library, whose statements are the same on all engines. */
export const libraryContracts = [changeContract, sameRulesContract, pagingContract]
