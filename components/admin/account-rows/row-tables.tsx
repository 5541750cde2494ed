'use client'

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Input } from '#components/ui/input.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { AccountRow, CheckedAccountRow } from '#lib/contracts/app/account-rows.ts'

const columns = [
  ['name', 'Name'],
  ['email', 'E-mail'],
  ['role', 'Role'],
  ['user_name', 'User name'],
  ['department', 'Department'],
] as const

/** What the fields of an account are called. */
export const accountLabels = Object.fromEntries(columns) as Readonly<Record<keyof AccountRow, string>>

/** Rows that are shown; the others are checked and added as well. */
const maxShown = 50

type RefusedRowsProps = {
  refused: readonly CheckedAccountRow[]
  isBusy: boolean
  onCheck: (rows: AccountRow[]) => void
}

/** The refused rows with their reasons, to correct or remove. */
export function RefusedRows({ refused, isBusy, onCheck }: RefusedRowsProps) {
  const [rows, setRows] = useState(refused)
  const set = (at: number, field: keyof AccountRow, value: string) =>
    setRows(rows.map((one, index) => (index === at ? { ...one, row: { ...one.row, [field]: value } } : one)))
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-md font-semibold">Refused rows ({refused.length})</h2>
      <TableRegion label="Refused rows">
        <Table stack>
          <Caption>Refused rows</Caption>
          <THead>
            <Tr>
              {columns.map(([field, label]) => (
                <Th key={field}>{label}</Th>
              ))}
              <Th>Reason</Th>
              <Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Th>
            </Tr>
          </THead>
          <TBody>
            {rows.slice(0, maxShown).map(({ row, faults }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identifier and keep their order
              <Tr key={at}>
                {columns.map(([field, label]) => (
                  <Td key={field} label={label}>
                    <Input
                      aria-label={`${label} of row ${at + 1}`}
                      aria-invalid={faults.some((fault) => fault.field === field) || undefined}
                      value={row[field]}
                      onChange={({ target }) => set(at, field, target.value)}
                    />
                  </Td>
                ))}
                <Td label="Reason" className="text-danger-text">
                  {faults.map(({ field, issue }) => `${accountLabels[field]} ${issue}`).join('; ')}
                </Td>
                <Td align="end">
                  <IconButton
                    size="sm"
                    label={`Remove row ${at + 1}`}
                    icon={<Trash2 aria-hidden="true" />}
                    onClick={() => setRows(rows.toSpliced(at, 1))}
                  />
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      </TableRegion>
      {rows.length > maxShown ? <More count={rows.length - maxShown} /> : null}
      <div>
        <Button busy={isBusy} onClick={() => onCheck(rows.map(({ row }) => row))}>
          Check again
        </Button>
      </div>
    </div>
  )
}

/** The rows that become accounts. */
export function AcceptedRows({ rows }: { rows: readonly AccountRow[] }) {
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-md font-semibold">Accounts to add ({rows.length})</h2>
      <TableRegion label="Accounts to add">
        <Table stack>
          <Caption>Accounts to add</Caption>
          <THead>
            <Tr>
              {columns.map(([field, label]) => (
                <Th key={field}>{label}</Th>
              ))}
            </Tr>
          </THead>
          <TBody>
            {rows.slice(0, maxShown).map((row) => (
              <Tr key={row.email}>
                {columns.map(([field, label]) => (
                  <Td key={field} label={label} primary={field === 'name'} className="break-words">
                    {row[field] || '—'}
                  </Td>
                ))}
              </Tr>
            ))}
          </TBody>
        </Table>
      </TableRegion>
      {rows.length > maxShown ? <More count={rows.length - maxShown} /> : null}
    </div>
  )
}

const More = ({ count }: { count: number }) => <p className="text-sm text-muted">and {count} more rows</p>
