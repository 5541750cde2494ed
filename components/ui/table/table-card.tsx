import type { ReactNode } from 'react'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { DataTable } from './data-table.tsx'
import type { DataColumn } from './plain-table.tsx'

type TableCardProps<Row> = {
  readonly title: string
  readonly description?: string
  readonly actions?: ReactNode
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Text in place of the table if there are no rows. */
  readonly empty: string
}

/** Card with a table, or with the reason why it is empty. */
export function TableCard<Row>({ title, description, actions, empty, ...table }: TableCardProps<Row>) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} description={description} actions={actions} />
      {table.rows.length === 0 ? (
        <CardBody className="text-sm text-muted">{empty}</CardBody>
      ) : (
        <DataTable label={title} regionLabel={`Table: ${title}`} {...table} />
      )}
    </Card>
  )
}
