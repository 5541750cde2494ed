/** True without need of TLS: this machine (loopback or the folder of a socket), or private by the operator's list. */
export function mayBePlain(host: string, plainHosts: readonly string[]): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return isOfThisMachine(name) || plainHosts.includes(name)
}

const isOfThisMachine = (name: string): boolean =>
  name === '' || name === 'localhost' || name === '::1' || name.startsWith('/') || /^127(?:\.\d{1,3}){3}$/.test(name)
