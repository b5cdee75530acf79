// Imported first by every script of the bootstrap: whatever runs below wants Node 20, and says so in one sentence.
// Everything in this folder is plain JavaScript without dependencies, because it runs before anything is installed.
if (Number(process.versions.node.split('.')[0]) < 20) {
  process.stderr.write(
    `Dacapo needs Node 20 or newer to install itself; this is ${process.version}. Get one from https://nodejs.org\n`,
  )
  process.exit(1)
}
