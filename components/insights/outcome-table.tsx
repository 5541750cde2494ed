import type { ReactNode } from 'react'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import type { Insights } from '#lib/contracts/app/metrics.ts'
import { CountLink } from './count-link.tsx'
import { outcomeLooks } from './outcome-look.tsx'

type Row = Pick<Insights['outcomes_over_time'][number], 'changes' | 'list' | 'with_outcome' | 'outcomes'> & {
  readonly name: string
}
type OutcomeTableProps = { label: string; heading: ReactNode; rows: readonly Row[] }

/** Counts of changes by outcome; each links to its list. */
export function OutcomeTable({ label, heading, rows }: OutcomeTableProps) {
  return (
    <TableRegion label={`${label}, as a table`}>
      <Table>
        <Caption>{label}</Caption>
        <THead>
          <Tr>
            <Th>{heading}</Th>
            <Th align="end">Changes</Th>
            <Th align="end">With an outcome</Th>
            {rows[0]?.outcomes.map(({ outcome }) => (
              <Th key={outcome} align="end">
                {outcomeLooks[outcome].short}
              </Th>
            ))}
          </Tr>
        </THead>
        <TBody>
          {rows.map(({ name, changes, list, with_outcome: withOutcome, outcomes }) => (
            <Tr key={name}>
              <Td className="whitespace-nowrap">{name}</Td>
              <Td align="end">
                <CountLink href={list} count={changes} label={`${name}, changes`} />
              </Td>
              <Td align="end">
                <CountLink href={withOutcome.list} count={withOutcome.count} label={`${name}, with an outcome`} />
              </Td>
              {outcomes.map(({ outcome, count, list: href }) => (
                <Td key={outcome} align="end">
                  <CountLink
                    href={href}
                    count={count}
                    label={`${name}, ${outcomeLooks[outcome].label.toLowerCase()}`}
                  />
                </Td>
              ))}
            </Tr>
          ))}
        </TBody>
      </Table>
    </TableRegion>
  )
}
