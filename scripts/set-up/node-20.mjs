// Imported first by every bootstrap script, because the code below needs Node 20. Files in this folder are plain
// JavaScript without dependencies because they run before anything is installed.
if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(
    `Dacapo needs Node 20 or newer to install itself; this is ${process.version}. Get one from https://nodejs.org\n`,
  )
  process.exit(1)
}
