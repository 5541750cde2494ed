/**
 * True if a host may be connected to without TLS: it is this machine (loopback or the folder of a socket) or listed as
 * private by the operator.
 */
export function mayBePlain(host: string, plainHosts: readonly string[]): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return isOfThisMachine(name) || plainHosts.includes(name)
}

const isOfThisMachine = (name: string): boolean =>
  name === '' || name === 'localhost' || name === '::1' || name.startsWith('/') || /^127(?:\.\d{1,3}){3}$/.test(name)
