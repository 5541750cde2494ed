import canonicalize from 'canonicalize'

/** Returns the canonical JSON of a value (RFC 8785). Lone surrogates, which it does not allow, become U+FFFD. */
export function writeCanonicalJson(value: unknown): string {
  try {
    return canonicalize(value) ?? 'null'
  } catch {
    return canonicalize(wellFormed(value)) ?? 'null'
  }
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]))
}
