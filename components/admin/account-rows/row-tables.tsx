'use client'

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/plain-table.tsx'
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

const accepted: readonly DataColumn<AccountRow>[] = columns.map(([field, label]) => ({
  label,
  isPrimary: field === 'name',
  cellClass: 'break-words',
  cell: (row) => row[field] || '—',
}))

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
  const editable: readonly DataColumn<CheckedAccountRow>[] = [
    ...columns.map(([field, label]) => ({
      label,
      cell: (edited: CheckedAccountRow) => {
        const at = rows.indexOf(edited)
        return (
          <Input
            aria-label={`${label} of row ${at + 1}`}
            aria-invalid={edited.faults.some((fault) => fault.field === field) || undefined}
            value={edited.row[field]}
            onChange={({ target }) => set(at, field, target.value)}
          />
        )
      },
    })),
    {
      label: 'Reason',
      cellClass: 'text-danger-text',
      cell: ({ faults }) => faults.map(({ field, issue }) => `${accountLabels[field]} ${issue}`).join('; '),
    },
    {
      label: 'Actions',
      hidesLabel: true,
      align: 'end',
      cell: (edited) => (
        <IconButton
          size="sm"
          label={`Remove row ${rows.indexOf(edited) + 1}`}
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => setRows(rows.filter((row) => row !== edited))}
        />
      ),
    },
  ]
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-md font-semibold">Refused rows ({refused.length})</h2>
      <DataTable
        label="Refused rows"
        columns={editable}
        rows={rows.slice(0, maxShown)}
        rowKey={(row) => String(rows.indexOf(row))}
      />
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
      <DataTable
        label="Accounts to add"
        columns={accepted}
        rows={rows.slice(0, maxShown)}
        rowKey={({ email }) => email}
      />
      {rows.length > maxShown ? <More count={rows.length - maxShown} /> : null}
    </div>
  )
}

const More = ({ count }: { count: number }) => <p className="text-sm text-muted">and {count} more rows</p>
