// Plain JavaScript without dependencies: commands that install the packages import it too.

/** Prints the usage and exits, if the arguments ask for help. @param {string} usage */
export function answerHelp(usage) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
