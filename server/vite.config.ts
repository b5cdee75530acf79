import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = join(import.meta.dirname, '..')
const outDir = join(root, 'dist/server')

/** Bundling halves the startup time. PGlite is not bundled, because it reads files from its own folder. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
  build: {
    ssr: true,
    outDir,
    target: 'node24',
    rolldownOptions: {
      input: {
        main: join(root, 'server/main.ts'),
        'main-with-stand-ins': join(root, 'stand-ins/main.ts'),
        'create-database-folder-process': join(root, 'server/database/create-database-folder-process.ts'),
        command: join(root, 'server/operations/command.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
