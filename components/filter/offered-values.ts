import type { ValuesInUse } from '#lib/api/use-values-in-use.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'

/** The values that complete fields without a closed set, by the name of the field. */
export type OfferedValues = (values: ValuesInUse) => Readonly<Record<string, readonly string[]>>

/** The fields for completion: fields with offered values look like closed sets. */
export function offerValues(fields: FilterFields, offer: OfferedValues, values: ValuesInUse | undefined): FilterFields {
  if (!values) return fields
  const offered = Object.entries(offer(values)).flatMap(([name, known]) => {
    const field = fields[name]
    return field ? [[name, { ...field, values: known }] as const] : []
  })
  return { ...fields, ...Object.fromEntries(offered) }
}
