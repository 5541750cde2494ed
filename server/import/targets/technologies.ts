/** Technologies whose tag is also their spelling. */
const names = `
  ansible apache argocd aws azure cassandra cloudwatch consul coredns dns docker eks envoy fluentd flux gcp git
  grafana haproxy helm iam istio java jenkins kafka kiam kubernetes ldap log4j memcached mongodb mysql nginx
  nodejs oauth okta openshift oracle prometheus python rabbitmq redis saml splunk terraform traefik vault vmware
  zookeeper adfs vpn bgp tls linux windows slack`

/** Technologies as tags, with the pattern of their spellings in texts. */
const spellings: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, new RegExp(`\\b${name}\\b`, 'gi')] as const),
  ),
  'active-directory': /\bactive directory\b/gi,
  'azure-devops': /\bazure devops\b/gi,
  elasticsearch: /\b(elastic|open)search\b/gi,
  'load-balancer': /\bload[- ]?balancers?\b|\b[AEN]LB\b/g,
  postgresql: /\bpostgres(ql)?\b/gi,
  'sql-server': /\b(ms ?sql|sql server)\b/gi,
  dotnet: /(?<!\w)\.net( core)?\b/gi,
}

/**
 * Finds the technologies of a text: known names in its title or at least twice in the text, as whole words. At most 8,
 * most frequent first.
 */
export function findTechnologies(title: string, text: string): string[] {
  const counts = Object.entries(spellings).map(([name, pattern]) => {
    const weight = 5 * (title.match(pattern)?.length ?? 0) + (text.match(pattern)?.length ?? 0)
    return [name, weight] as const
  })
  return counts
    .filter(([, weight]) => weight > 1)
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, 8)
    .map(([name]) => name)
}

const themes: Readonly<Record<string, RegExp>> = {
  upgrade: /\b(upgrad(e|ed|ing)|version bump|version update)\b/i,
  migration: /\bmigrat(e|ed|ion|ing)\b/i,
  certificate: /\bcertificates?\b/i,
  capacity: /\b(starvation|exhaust(ion|ed)|capacity|out of (disk|memory))\b/i,
  configuration: /\b(mis)?configur(ation|ed)\b/i,
  deletion: /\b(delet(ed|ion)|accidental(ly)?|removed)\b/i,
  rollback: /\b(roll(ed)? ?back|revert(ed)?|backed out)\b/i,
  outage: /\b(outage|disruption|downtime|unavailable|50[234])\b/i,
  monitoring: /\bmonitoring\b/i,
  security: /\b(vulnerabilit(y|ies)|CVE-\d)/i,
}

/** Finds the themes of a post-mortem in its title and summary. */
export const findThemes = (text: string): string[] =>
  Object.entries(themes).flatMap(([theme, pattern]) => (pattern.test(text) ? [theme] : []))
