/**
 * Shows a phase on standard error: on a terminal a line that counts its seconds, elsewhere one line at its end. Returns
 * a function that ends the phase.
 * @param {string} name
 * @returns {(result?: 'failed') => void}
 */
export function showProgress(name) {
  const startedAt = Date.now()
  const isTerminal = process.stderr.isTTY === true
  const describe = () => `${name}: ${Math.round((Date.now() - startedAt) / 1000)} s`
  const draw = () => process.stderr.write(`\r${describe()}`)
  if (isTerminal) draw()
  const timer = isTerminal ? setInterval(draw, 1000).unref() : undefined
  return (result) => {
    clearInterval(timer)
    process.stderr.write(`${isTerminal ? '\r' : ''}${describe()}${result ? `, ${result}` : ''}\n`)
  }
}
