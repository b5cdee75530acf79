import { billingContract } from './billing-contract.ts'
import { nodesOnPostgres } from '#tests/database/nodes-on-postgres.ts'

billingContract({ name: 'PostgreSQL', open: nodesOnPostgres() })
