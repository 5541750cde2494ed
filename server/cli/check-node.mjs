// Imported first, and written so that Node 12 can read it too: an old Node must get a message, not a stack trace.
var version = process.versions.node.split('.').map(Number)
var isEnough = version[0] > 20 || (version[0] === 20 && version[1] >= 11)
if (!isEnough) {
  process.stderr.write(
    'Hindsight needs Node 20.11 or later to start from (it installs Node 24 for itself); this is ' +
      process.version +
      '. Get a newer one from https://nodejs.org.\n',
  )
  process.exit(1)
}
