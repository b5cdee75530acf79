// Loaded into the server before its own code. If the starting script is killed and cannot forward a signal, the server
// stops as if asked to, so that no invisible process keeps the port and the database.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// This handle must not keep a finished server alive.
process.channel?.unref()
