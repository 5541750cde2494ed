import type { ValuesInUse } from '#lib/api/use-values-in-use.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'

/** Returns values in use by the name of the field that they complete. */
export type OfferedValues = (values: ValuesInUse) => Readonly<Record<string, readonly string[]>>

export type OfferedNames = Readonly<Record<string, keyof ValuesInUse>>

export const createOffer =
  (names: OfferedNames = {}): OfferedValues =>
  (values) =>
    Object.fromEntries(
      Object.entries(names).map(([field, name]) => [
        field,
        name === 'people' ? values.people.map(({ email }) => email) : values[name],
      ]),
    )

export function offerValues(fields: FilterFields, offer: OfferedValues, values: ValuesInUse | undefined): FilterFields {
  if (!values) return fields
  const offered = Object.entries(offer(values)).flatMap(([name, known]) => {
    const field = fields[name]
    return field ? [[name, { ...field, values: known }] as const] : []
  })
  return { ...fields, ...Object.fromEntries(offered) }
}
