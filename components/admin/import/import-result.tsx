'use client'

import { useState } from 'react'
import { SecretValue } from '#components/admin/secret-value.tsx'
import { useMay } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { FormDialog, type FormResult } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { deleteImport, inviteImported, undoImport } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { describeKind } from './import-view.tsx'
import { RefusedRows } from './refused-rows.tsx'
import { StepCard } from './step-card.tsx'
import { isEditable } from './use-import.ts'

/** Describes the decisions of the policy: `The policy opened 12 reviews. 40 closed changes got none.` */
const describeDecisions = ({ opened, not_required: none, undecided }: NonNullable<ImportRecord['decisions']>): string =>
  [
    `The policy opened ${describeCount(opened, 'review')}.`,
    ...(none > 0 ? [`${describeCount(none, 'closed change')} got none.`] : []),
    ...(undecided > 0 ? [`It still has to decide on ${describeCount(undecided, 'change')}.`] : []),
  ].join(' ')

/** The result of an import, with the refused rows and a button that undoes it. */
export function ImportResult({ record }: { record: ImportRecord }) {
  const { id, kind, decisions, undone_at: undoneAt } = record
  const mayImport = useMay('manager')
  const { label, href } = describeKind(kind)
  return (
    <>
      <StepCard number={4} title="Imported">
        {undoneAt === null ? null : (
          <Notice tone="warning" title="This import was undone">
            By {record.undone_by}, <DateTime value={undoneAt} />.
          </Notice>
        )}
        <ImportCounts record={record} />
        {decisions && undoneAt === null ? <p className="text-sm">{describeDecisions(decisions)}</p> : null}
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={href} variant="primary">
            Open {label.toLowerCase()}
          </ButtonLink>
          {mayImport ? (
            <>
              <ButtonLink href={`${pagePaths.imports}?kind=${kind}`}>Import another file</ButtonLink>
              {kind === 'accounts' ? null : <UndoImport record={record} />}
              <DeleteImport record={record} />
            </>
          ) : null}
        </div>
        <Remarks remarks={record.remarks} />
      </StepCard>
      {kind === 'accounts' && record.inserted > 0 ? <InviteImported id={id} /> : null}
      {mayImport && record.refused > 0 ? <RefusedRows record={record} /> : null}
    </>
  )
}

/** Counts of inserted, updated, unchanged and refused rows, expected or actual. */
export function ImportCounts({ record }: { record: ImportRecord }) {
  const { inserted, updated, unchanged, refused, superseded, kept, stubs } = record
  const always = { New: inserted, Changed: updated, Unchanged: unchanged, Refused: refused }
  const further = {
    'Earlier states of a record': superseded,
    'Kept values edited here': kept,
    'Unknown changes, created as stubs': stubs,
  }
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {[...Object.entries(always), ...Object.entries(further).filter(([, count]) => count > 0)].map(
        ([label, count]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{groupDigits(count)}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/** The remarks of an import, one sentence each. */
export function Remarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null
  return (
    <Notice title="Good to know">
      <ul className="list-disc pl-4">
        {remarks.map((remark) => (
          <li key={remark} className="wrap-anywhere">
            {remark}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Button that undoes an import after a confirmation. Afterwards lists the records that were not undone. */
function UndoImport({ record }: { record: ImportRecord }) {
  const { id, file_name: name, inserted, updated, undone_at: undoneAt } = record
  const [isOpen, setOpen] = useState(false)
  const { state } = useEndpointForm(undoImport, {
    values: {},
    input: () => ({ params: { id } }),
    result: createUndoResult,
  })
  return (
    <>
      {undoneAt === null ? <Button onClick={() => setOpen(true)}>Undo import…</Button> : null}
      {isOpen ? (
        <FormDialog
          {...state}
          title="Undo this import?"
          description="Records that it created are deleted, and those that it changed get their earlier values. Records that were edited since stay as they are, and are listed. This cannot be reversed."
          submitLabel="Undo import"
          danger
          onClose={() => setOpen(false)}
        >
          <p className="text-sm wrap-anywhere">
            {name}: {groupDigits(inserted)} new, {groupDigits(updated)} changed.
          </p>
        </FormDialog>
      ) : null}
    </>
  )
}

const createUndoResult = (undone: CallResponse<typeof undoImport>): FormResult => ({
  title: 'Import undone',
  description: `${groupDigits(undone.deleted)} records were deleted, ${groupDigits(undone.restored)} have their earlier values again.`,
  content: undone.kept > 0 ? <KeptRecords {...undone} /> : <p className="text-sm">All records were undone.</p>,
})

function KeptRecords({ kept, kept_records: records }: CallResponse<typeof undoImport>) {
  return (
    <section aria-labelledby="kept-records" className="text-sm">
      <h3 id="kept-records" className="font-medium">
        {kept === 1 ? 'This record stays as it is' : `These ${groupDigits(kept)} records stay as they are`}
      </h3>
      <ul className="mt-1 flex flex-col gap-0.5">
        {records.map(({ entity, key, reason }) => (
          <li key={`${entity} ${key}`} className="wrap-anywhere">
            <span className="font-mono text-xs">{key}</span> <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {kept > records.length ? (
        <p className="mt-1 text-muted">The first {groupDigits(records.length)} are listed.</p>
      ) : null}
    </section>
  )
}

/** Deletes an import that has written nothing, or else only its stored file, after a confirmation. */
export function DeleteImport({ record }: { record: ImportRecord }) {
  const { id, file_name: name } = record
  const isWhole = isEditable(record)
  return (
    <WriteButton
      route={deleteImport}
      input={{ params: { id } }}
      confirm={{
        title: isWhole ? `Delete the import of “${name}”?` : `Delete the file “${name}”?`,
        description: isWhole
          ? 'It has written nothing. Its file and settings are deleted.'
          : 'The file and the refused rows are deleted. The imported records and this report stay, and the import can still be undone.',
        confirmLabel: 'Delete',
        danger: true,
      }}
      done={{ title: isWhole ? 'Import deleted' : 'File deleted', description: name }}
      {...(isWhole && { goTo: pagePaths.imports })}
    >
      {isWhole ? 'Delete import…' : 'Delete file…'}
    </WriteButton>
  )
}

/** Invites the people whose accounts an import added. If no mail is sent, shows the links once. */
function InviteImported({ id }: { id: string }) {
  const { mutate, data, error, isPending } = useEndpointMutation(inviteImported)
  const lines = data?.links.map(({ email, link }) => `${email},${new URL(link, window.location.href).href}`) ?? []
  return (
    <Card aria-labelledby="invitations">
      <CardHeader
        id="invitations"
        title="Invitations"
        description="Each new person gets a link, by mail where this installation sends it, and chooses a password within 7 days. People who sign in with the sign-in provider need none."
      />
      <CardBody className="flex flex-col gap-3">
        {error ? (
          <Notice tone="danger" title="Nobody was invited" announce>
            {error.message}
          </Notice>
        ) : null}
        {data ? (
          <Notice tone="success" title={`${countPeople(data.invited)} invited`} announce>
            {data.waiting > 0 ? `${countPeople(data.waiting)} still wait for an invitation.` : null}
          </Notice>
        ) : null}
        {lines.length > 0 ? (
          <SecretValue label="Links to pass on" what="the links" value={['email,link', ...lines].join('\n')}>
            <p className="text-sm text-muted">
              This installation sends no mail. The links are shown only once, work once each and expire in 7 days.
            </p>
          </SecretValue>
        ) : null}
        {data && data.waiting === 0 ? null : (
          <div>
            <Button variant="primary" busy={isPending} onClick={() => mutate({ params: { id } })}>
              {data ? 'Invite the others' : 'Invite them'}
            </Button>
          </div>
        )}
      </CardBody>
    </Card>
  )
}

const countPeople = (count: number) => `${groupDigits(count)} ${count === 1 ? 'person' : 'people'}`
