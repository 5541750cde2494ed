import type { ComponentProps } from 'react'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { ListColumn } from './list-column.tsx'

type WithTime<Field extends string> = { readonly [name in Field]: string | null }

type TimeColumn = Omit<ListColumn<never>, 'fields' | 'isEmpty' | 'empty' | 'cell'> &
  Pick<ComponentProps<typeof DateTime>, 'precision' | 'short'> & { readonly empty?: string }

export const timeColumn = <Field extends string>(
  field: Field,
  { precision = 'minute', short = false, ...column }: TimeColumn,
): ListColumn<WithTime<Field>> => ({
  ...column,
  fields: [field],
  isEmpty: (row) => row[field] === null,
  cell: (row) => <DateTime value={row[field]} precision={precision} short={short} />,
})
