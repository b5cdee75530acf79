import { runServer } from '#server/run-server.ts'

// Entry point on a development machine: the server of server/main.ts with stand-ins for external services. With
// production settings no stand-in is loaded.
await runServer(async () => (await import('./stand-ins.ts')).standIns)
