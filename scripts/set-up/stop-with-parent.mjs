// Loaded into the server before its own code: if the script that started it is killed without a chance to pass that
// on, the server stops as if asked to, and neither port nor database stay taken by a process nobody sees.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Waiting for that must not be what keeps a finished server alive.
process.channel?.unref()
