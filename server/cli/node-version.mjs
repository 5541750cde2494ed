// In syntax that Node 12 can parse: an old Node must print a message, not a stack trace.

/** Exits with a message if this Node is older than `major.minor`. `purpose` continues the name of the version. */
export function exitOnOldNode(major, minor, purpose) {
  var version = process.versions.node.split('.').map(Number)
  if (version[0] > major || (version[0] === major && version[1] >= minor)) return
  process.stderr.write(
    'Hindsight needs Node ' +
      [major].concat(minor || []).join('.') +
      ' or later' +
      purpose +
      '; this is ' +
      process.version +
      '. Get a newer one from https://nodejs.org.\n',
  )
  process.exit(1)
}
