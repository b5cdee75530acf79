import { registerHooks } from 'node:module'

// Imported before a server (node --import): prints at its end which packages of OpenTelemetry it loaded, whether by import or
// by require, and how many files of each.

const files = new Set()
registerHooks({
  load(url, context, nextLoad) {
    files.add(url)
    return nextLoad(url, context)
  },
})

process.on('exit', () => {
  const counts = {}
  for (const file of files) {
    const name = /\/(@opentelemetry\/[\w-]+)\//.exec(file)?.[1]
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1
  }
  process.stdout.write(`\nof ${files.size} files: ${JSON.stringify(counts)}\n`)
})
