/** React reports mistakes, such as a missing key, on the console only. Here they fail the test. */
function failOfReact(...values: unknown[]): void {
  if (String(values[0]).includes('https://react.dev/link/')) throw new Error(values.join(' '))
  write(...values)
}

const write = console.error
// The files of a process share its console.
if (write.name !== failOfReact.name) console.error = failOfReact
