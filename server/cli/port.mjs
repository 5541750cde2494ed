import { createServer } from 'node:net'

/** Describes why a port cannot be opened. Browsers may try `::1` first, where another program would be shown. */
export async function describePortFault(port, host) {
  const error = await tryPort(port, host)
  if (error) return explainPortError(error, port)
  const hidden = host === '127.0.0.1' && port !== 0 ? await tryPort(port, '::1') : undefined
  return hidden?.code === 'EADDRINUSE' ? explainPortError(hidden, port) : undefined
}

/** Tries to open a port; resolves with the error, or undefined. The port is closed again. */
function tryPort(port, host) {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', done)
    probe.listen(port, host, () => probe.close(() => done(undefined)))
  })
}

/** Explains an error of `listen` in the same way. */
export function explainPortError(error, port) {
  const another = (next) => `Choose another: PORT=${next} npm run quickstart`
  if (error.code === 'EACCES')
    return `Port ${port}: ports below 1024 need rights that this user lacks. ${another(3001)}`
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. ${another(port < 65_535 ? port + 1 : 3001)}`
  return `Port ${port}: ${error.message}. ${another(3001)}`
}
