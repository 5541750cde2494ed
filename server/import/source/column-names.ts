/** Normalises a column name for comparison: `sysCreatedOn` and "Sys Created On" become `sys_created_on`. Dots stay. */
export const foldColumnName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '_')
    .replace(/^_+|_+$/g, '')

/** True if the name of a column states that its times are in UTC: "created_at (UTC)". */
export const isUtcColumn = (name: string): boolean => /\(UTC\)$/.test(name)

/** Removes the zone from the end of a column's name. */
export const removeZone = (name: string): string =>
  isUtcColumn(name) ? name.slice(0, -'(UTC)'.length).trimEnd() : name

/** Gives the columns of a header unique names; empty and repeated names are numbered. */
export function nameColumns(header: readonly string[]): { names: string[]; remarks: string[] } {
  const names = new Set<string>()
  const copies = new Map<string, number>()
  const remarks: string[] = []
  for (const [index, cell] of header.entries()) {
    const name = cell.replaceAll('\0', '').trim() || `column ${index + 1}`
    let unique = name
    for (let copy = copies.get(name) ?? 2; names.has(unique); copy += 1) {
      unique = `${name} (${copy})`
      copies.set(name, copy + 1)
    }
    if (unique !== name) remarks.push(`The header names ${name} more than once; the later one is called "${unique}".`)
    names.add(unique)
  }
  return { names: [...names], remarks }
}
