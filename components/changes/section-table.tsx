import type { ReactNode } from 'react'
import { Caption, Table, TBody, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'

/** A table that fills a `SectionCard`, aligned with its heading. */
export function SectionTable({
  caption,
  head,
  children,
}: {
  caption: string
  head: readonly string[]
  children: ReactNode
}) {
  return (
    <TableRegion label={`Table of ${caption.toLowerCase()}`} className="rounded-t-none border-0">
      <Table stack className="min-[60rem]:[&_:is(td,th):first-child]:pl-4">
        <Caption>{caption}</Caption>
        <THead>
          <Tr>
            {head.map((title) => (
              <Th key={title}>{title}</Th>
            ))}
          </Tr>
        </THead>
        <TBody>{children}</TBody>
      </Table>
    </TableRegion>
  )
}
