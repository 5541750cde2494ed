/** Fails the test on a mistake that React reports only on the console, such as a missing key. */
function failOnReactError(...values: unknown[]): void {
  if (String(values[0]).includes('https://react.dev/link/')) throw new Error(values.join(' '))
  write(...values)
}

const write = console.error
// Wraps the console once, because the test files of a process share it.
if (write.name !== failOnReactError.name) console.error = failOnReactError
