import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { invalidField } from '#server/platform/errors.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { OutgoingError } from './outgoing.ts'

export type HostRules = {
  /** Hosts that may be private and without TLS, set by the operator. */
  readonly plainHosts: readonly string[]
  /** IP ranges, such as `10.0.0.0/8`, that an admin allows besides public IP addresses. */
  readonly allowedRanges: readonly string[]
}

/** True if requests may be sent to an IP address: it is public, or an admin allows its range. */
export function isAllowedIpAddress(ipAddress: string, allowedRanges: readonly string[]): boolean {
  if (!ipaddr.isValid(ipAddress)) return false
  const parsed = ipaddr.process(ipAddress)
  if (isPublic(parsed)) return true
  return allowedRanges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}

/** The only range of IPv6 that is assigned to the internet. */
const internet = ipaddr.parseCIDR('2000::/3')
/** The metadata service of a cloud, although its range is public. */
const metadataIpAddress = '168.63.129.16'

function isPublic(ipAddress: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ipAddress.range() !== 'unicast' || ipAddress.toString() === metadataIpAddress) return false
  return ipAddress.kind() === 'ipv4' || ipAddress.match(internet)
}

const getHost = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()

/** Throws an `OutgoingError` for a URL without TLS, and for one whose host is a forbidden IP address. */
export function assertAllowedUrl(url: URL, rules: HostRules): void {
  const host = getHost(url)
  if (rules.plainHosts.includes(host)) return
  if (url.protocol !== 'https:') {
    const advice = 'Use an address that starts with https:, or ask the operator to allow the host without TLS'
    throw new OutgoingError('address', `${host} would be called without TLS. ${advice}.`)
  }
  if (ipaddr.isValid(host) && !isAllowedIpAddress(host, rules.allowedRanges)) throw forbidden(host, host)
}

/** Throws `invalid_parameter` for the URL of a field that `assertAllowedUrl` refuses. */
export function assertAllowedField(field: string, url: string): void {
  try {
    assertAllowedUrl(new URL(url), getHostRules())
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw invalidField(field, 'body', `must be another: ${error.message.replace(/\.$/, '')}`)
  }
}

/** Resolves a name once for a new connection, which uses only the checked addresses. Fails if one is forbidden. */
export const createGuardedLookup = (rules: HostRules): LookupFunction =>
  function lookUp(host, options, callback) {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const bad = rules.plainHosts.includes(host.toLowerCase())
        ? undefined
        : addresses.find(({ address: ipAddress }) => !isAllowedIpAddress(ipAddress, rules.allowedRanges))
      if (bad) return callback(forbidden(host, bad.address), '')
      const [first] = addresses as [LookupAddress, ...LookupAddress[]]
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

function forbidden(host: string, ipAddress: string): OutgoingError {
  const what = host === ipAddress ? `${ipAddress} is` : `${host} has the address ${ipAddress}, which is`
  const advice = 'An admin can allow its range in the settings'
  return new OutgoingError('address', `${what} not a public address. ${advice}.`)
}

/** The hosts that Hindsight may call, as operator and admins allow them. */
export const getHostRules = (): HostRules => ({
  plainHosts: getRuntime().env.plainHosts,
  allowedRanges: getSettings().outgoing_ranges,
})
