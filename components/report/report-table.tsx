import { Fragment, type ReactNode } from 'react'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'

type ReportTableProps = {
  caption: string
  head: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** Shown when there are no rows. */
  empty: string
}

/** A table as wide as the page; text wraps and rows do not break in print. */
export function ReportTable({ caption, head, rows, empty }: ReportTableProps) {
  if (rows.length === 0) return <p className="text-sm text-muted">{empty}</p>
  return (
    <Table stack className="rounded-md border border-line">
      <Caption>{caption}</Caption>
      <THead>
        <Tr>
          {head.map((title) => (
            <Th key={title}>{title}</Th>
          ))}
        </Tr>
      </THead>
      <TBody>
        {rows.map(({ key, cells }) => (
          <Tr key={key} className="break-inside-avoid-page">
            {cells.map((cell, index) => (
              <Td key={head[index]} {...(index === 0 ? { primary: true } : { label: head[index] ?? '' })}>
                {typeof cell === 'string' && cell.includes('@') ? <BreakableAddress address={cell} /> : cell}
              </Td>
            ))}
          </Tr>
        ))}
      </TBody>
    </Table>
  )
}

/** An address that breaks only before its `@` and its dots. */
function BreakableAddress({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
