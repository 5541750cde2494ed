const { options } = require('./.dependency-cruiser.cjs')

/** Folders form no cycles, tests aside: they fill a database with whatever they need. */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Two folders that need each other are one: move what both need to a folder below them.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(server|components|lib)/' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.(test|spec)\\.|/testing` } },
}
