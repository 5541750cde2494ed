import { upperFirst } from './first-letter.ts'

const acronyms = new Map(
  'API CI CPU CVE DB DNS HTTP HTTPS ID IP JSON LB OIDC OS PIR QA RAM RPO RTO SLA SLO SMTP SQL SSH TLS TTL UAT URL UTC VM VPN'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
)

/** Labels a key: `rollback_trigger` and `rollbackTrigger` are `Rollback trigger`, `dns_ttl` is `DNS TTL`. */
export function humaniseKey(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .split(/[\s_.-]+/)
    .filter(Boolean)
    .map((word) => acronyms.get(word.toLowerCase()) ?? (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
  const label = words.join(' ')
  return label ? upperFirst(label) : 'Value'
}
