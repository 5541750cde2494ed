import { type DataColumn, DataTable } from '#components/ui/table/table.tsx'
import type { Insights } from '#lib/contracts/app/metrics.ts'
import { CountLink } from './count-link.tsx'
import { outcomeStyles } from './outcome-style.tsx'

type OutcomeRow = Pick<Insights['outcomes_over_time'][number], 'changes' | 'list' | 'with_outcome' | 'outcomes'> & {
  readonly name: string
}
type OutcomeTableProps = { label: string; heading: string; rows: readonly OutcomeRow[] }

/** Counts of changes by outcome; each links to its list. */
export function OutcomeTable({ label, heading, rows }: OutcomeTableProps) {
  const columns: DataColumn<OutcomeRow>[] = [
    { label: heading, cellClass: 'whitespace-nowrap', cell: ({ name }) => name },
    {
      label: 'Changes',
      align: 'end',
      cell: ({ name, changes, list }) => <CountLink href={list} count={changes} label={`${name}, changes`} />,
    },
    {
      label: 'With an outcome',
      align: 'end',
      cell: ({ name, with_outcome: { list, count } }) => (
        <CountLink href={list} count={count} label={`${name}, with an outcome`} />
      ),
    },
    ...(rows[0]?.outcomes ?? []).map(({ outcome }, at): DataColumn<OutcomeRow> => {
      const { short, label: long } = outcomeStyles[outcome]
      return {
        label: short,
        align: 'end',
        cell: ({ name, outcomes: { [at]: one } }) =>
          one ? <CountLink href={one.list} count={one.count} label={`${name}, ${long.toLowerCase()}`} /> : null,
      }
    }),
  ]
  return (
    <DataTable
      label={label}
      regionLabel={`${label}, as a table`}
      stack={false}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
    />
  )
}
