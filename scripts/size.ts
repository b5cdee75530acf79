import { sizeTable } from './test/size-table.ts'

// npm run size: what the house weighs beside what it may weigh. npm test prints the same before its last line.
process.stdout.write(`${sizeTable() || 'Sizes are counted in a git checkout only.'}\n`)
