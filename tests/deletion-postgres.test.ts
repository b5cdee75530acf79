import { deletionContract } from './deletion-contract.ts'
import { nodesOnPostgres } from './nodes-on-postgres.ts'

deletionContract('PostgreSQL', nodesOnPostgres())
