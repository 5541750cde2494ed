const maxNames = 3

/** Joins names to a phrase, such as “Henrike Vos, Paolo Ferrand and 4 others”. */
export function joinNames(names: readonly string[], conjunction: 'and' | 'or'): string {
  const rest = names.length - maxNames
  const listed = rest > 1 ? [...names.slice(0, maxNames), `${rest} others`] : names
  const type = conjunction === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat('en-GB', { type }).format(listed)
}
