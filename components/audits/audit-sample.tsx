'use client'

import { CircleCheck, CircleX } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { EditButton } from '#components/ui/overlay/dialog-button.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { AuditChange } from '#lib/contracts/app/audits.ts'
import { updateAuditChange } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { stateLabels } from './audit-labels.ts'

const createColumns = (audit: string): readonly DataColumn<AuditChange>[] => [
  { label: 'No.', align: 'end', cellClass: 'tabular-nums', cell: ({ drawn_order: order }) => order },
  {
    label: 'Change',
    isPrimary: true,
    cellClass: 'sm:min-w-48',
    cell: ({ number, current_number: now, title }) => (
      <div className="min-w-0 text-pretty">
        {now === null ? (
          <span className="font-mono">{number}</span>
        ) : (
          <>
            <TextLink href={pagePaths.change(now)}>{title}</TextLink>
            <span className="block font-mono text-xs font-normal text-muted">{number}</span>
          </>
        )}
      </div>
    ),
  },
  { label: 'Missing', cell: ({ missing }) => <Sentences sentences={missing} isMissing /> },
  {
    label: 'Recorded',
    cell: ({ present }) => (
      <details>
        <summary className="w-fit cursor-pointer rounded-sm whitespace-nowrap">
          {describeCount(present.length, 'item')}
        </summary>
        <Sentences sentences={present} />
      </details>
    ),
  },
  {
    label: 'Request',
    cellClass: 'wrap-anywhere',
    isEmpty: ({ request_number: it }) => it === null,
    cell: (row) => row.request_number,
  },
  {
    label: 'State',
    cell: ({ state, note }) => (
      <div className="flex flex-col items-start gap-1">
        <Badge tone={stateLabels[state].tone}>{stateLabels[state].label}</Badge>
        {note === null ? null : <span className="text-xs whitespace-pre-line wrap-anywhere">{note}</span>}
      </div>
    ),
  },
  {
    label: 'Edit',
    hidesLabel: true,
    cell: (change) => (
      <EditButton
        label={`Edit the notes on ${change.number}`}
        dialog={(onClose) => <AuditChangeDialog audit={audit} change={change} onClose={onClose} />}
      />
    ),
  },
]

/** The drawn changes with the present and missing evidence of each, and the notes of the auditor. */
export const AuditSample = ({ audit, rows }: { audit: string; rows: readonly AuditChange[] }) => (
  <DataTable label="Drawn changes" columns={createColumns(audit)} rows={rows} rowKey={({ number }) => number} />
)

type SentencesProps = { sentences: readonly string[]; isMissing?: boolean }

function Sentences({ sentences, isMissing = false }: SentencesProps) {
  if (sentences.length === 0) return <span className="text-muted">Nothing</span>
  const Icon = isMissing ? CircleX : CircleCheck
  return (
    <ul className="flex flex-col gap-0.5 text-xs">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-1.5 text-pretty">
          <Icon className={`mt-0.5 size-3.5 shrink-0 ${isMissing ? 'text-danger-text' : 'text-success-text'}`} />
          <span className="min-w-0 wrap-anywhere">{sentence}</span>
        </li>
      ))}
    </ul>
  )
}

type AuditChangeProps = { audit: string; change: AuditChange }

const states = Object.entries(stateLabels).map(([value, { label, hint }]) => ({ value, label, hint }))
const orNull = (text: string) => (text.trim() === '' ? null : text)

/** Edits the notes of the auditor on a drawn change. */
function AuditChangeDialog({ audit, change, onClose }: AuditChangeProps & { onClose: () => void }) {
  const { number, title, request_number: request, state: current, note } = change
  const { Field, choice, state } = useEndpointForm(updateAuditChange, {
    values: { request_number: request ?? '', state: current, note: note ?? '' },
    input: (values) => ({
      params: { id: audit, number },
      body: { ...values, request_number: orNull(values.request_number), note: orNull(values.note) },
    }),
    done: `Notes on ${number} saved`,
    onDone: onClose,
  })
  return (
    <FormDialog {...state} title={number} description={title ?? undefined} submitLabel="Save" onClose={onClose}>
      <Field name="request_number" label="Your request number" maxLength={100} className="max-w-60" />
      <RadioGroup {...choice('state')} legend="State" required options={states} />
      <Field name="note" label="Note" hint="An exception needs one." as={Textarea} rows={4} />
    </FormDialog>
  )
}
