import { runServer } from './run-server.ts'

// Entry point in production. Development machines start stand-ins/main.ts.
await runServer(null)
