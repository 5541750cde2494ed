import { createServer } from 'node:net'

/** Why nobody can listen on a port of a host, with what to do; undefined where one can. */
export function describePortFault(port, host) {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error) => done(explainPortError(error, port)))
    probe.listen(port, host, () => probe.close(() => done(undefined)))
  })
}

/** The same for the error of a server that could not listen. */
export function explainPortError(error, port) {
  const another = (next) => `Choose another: PORT=${next} npm run quickstart`
  if (error.code === 'EACCES')
    return `Port ${port}: ports below 1024 need rights that this user does not have. ${another(3001)}`
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. ${another(port < 65_535 ? port + 1 : 3001)}`
  return `Port ${port}: ${error.message}. ${another(3001)}`
}
