/** A field as ServiceNow's Table API returns it with `sysparm_display_value=all`, or a reference to another record. */
type ServiceNowValue = { readonly value?: unknown; readonly display_value?: unknown; readonly link?: unknown }

export function isServiceNowValue(cell: unknown): cell is ServiceNowValue {
  return (
    typeof cell === 'object' &&
    cell !== null &&
    !Array.isArray(cell) &&
    ('display_value' in cell || ('value' in cell && 'link' in cell))
  )
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Returns the display value of a field: a name rather than an identifier. Other cells stay as they are. */
export function readDisplayedValue(cell: unknown): unknown {
  if (!isServiceNowValue(cell)) return cell
  return isFilled(cell.display_value) ? cell.display_value : cell.value
}

/**
 * Returns the stored value of a field: a moment in UTC rather than in the zone of a user. Other cells stay as they are.
 */
export function readStoredValue(cell: unknown): unknown {
  if (!isServiceNowValue(cell)) return cell
  return isFilled(cell.value) ? cell.value : cell.display_value
}

/** True if a text is the internal identifier of a record, 32 hexadecimal digits. */
export const isSysId = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text)
