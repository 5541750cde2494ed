// Imported first, in syntax that Node 12 can parse: an old Node must print a message, not a stack trace.
var version = process.versions.node.split('.').map(Number)
var isEnough = version[0] > 20 || (version[0] === 20 && version[1] >= 11)
if (!isEnough) {
  process.stderr.write(
    'Hindsight needs Node 20.11 or later to start (it installs Node 24 for itself); this is ' +
      process.version +
      '. Get a newer one from https://nodejs.org.\n',
  )
  process.exit(1)
}
