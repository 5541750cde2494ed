// Ends a process of the tests when pg warns, for example of a statement sent on a connection that executes another one.
process.on('warning', (warning) => {
  if (warning.name === 'DeprecationWarning' && /\bpg\b/.test(warning.message)) throw warning
})
