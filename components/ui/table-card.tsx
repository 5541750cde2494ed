import type { ReactNode } from 'react'
import { Card, CardBody, CardHeader } from './card.tsx'
import { Table, TBody, Td, THead, Th, Tr } from './table.tsx'
import { TableRegion } from './table-region.tsx'

type Column = { readonly label: string; readonly isNumber?: boolean }
type Row = { readonly key: string; readonly cells: readonly ReactNode[] }

type TableCardProps = {
  readonly title: string
  readonly description?: string
  readonly actions?: ReactNode
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Shown instead of the table without rows. */
  readonly empty: string
}

/** A card with a table, or the reason why it is empty. */
export function TableCard({ title, description, actions, columns, rows, empty }: TableCardProps) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} description={description} actions={actions} />
      {rows.length === 0 ? (
        <CardBody className="text-sm text-muted">{empty}</CardBody>
      ) : (
        <TableRegion label={`Table: ${title}`}>
          <Table stack aria-label={title}>
            <THead>
              <Tr>
                {columns.map(({ label, isNumber }) => (
                  <Th key={label} align={isNumber ? 'end' : 'start'}>
                    {label}
                  </Th>
                ))}
              </Tr>
            </THead>
            <TBody>
              {rows.map(({ key, cells }) => (
                <Tr key={key}>
                  {columns.map(({ label, isNumber }, at) => (
                    <Td key={label} label={label} align={isNumber ? 'end' : 'start'}>
                      {cells[at]}
                    </Td>
                  ))}
                </Tr>
              ))}
            </TBody>
          </Table>
        </TableRegion>
      )}
    </Card>
  )
}
