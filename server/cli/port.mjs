import { createServer } from 'node:net'

/** Why a port cannot be opened and what to do, or undefined if it can. */
export function describePortFault(port, host) {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error) => done(explainPortError(error, port)))
    probe.listen(port, host, () => probe.close(() => done(undefined)))
  })
}

/** The same message for an error of `listen`. */
export function explainPortError(error, port) {
  const another = (next) => `Choose another: PORT=${next} npm run quickstart`
  if (error.code === 'EACCES')
    return `Port ${port}: ports below 1024 need rights that this user lacks. ${another(3001)}`
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. ${another(port < 65_535 ? port + 1 : 3001)}`
  return `Port ${port}: ${error.message}. ${another(3001)}`
}
