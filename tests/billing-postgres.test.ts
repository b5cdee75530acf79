import { billingContract } from './billing-contract.ts'
import { nodesOnPostgres } from './nodes-on-postgres.ts'

billingContract({ name: 'PostgreSQL', open: nodesOnPostgres() })
