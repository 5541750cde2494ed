/** True if two query strings are equal apart from the order of their parameters. */
export function isSameSearch(one: string, other: string): boolean {
  return sorted(one) === sorted(other)
}

function sorted(search: string): string {
  const params = new URLSearchParams(search)
  params.sort()
  return params.toString()
}
