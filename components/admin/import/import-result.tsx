'use client'

import { SecretValue } from '#components/admin/secret-value.tsx'
import { useMay } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ImportEntry, ImportRecord } from '#lib/contracts/import-records.ts'
import { inviteImported } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { getKindLabel, kindHref } from './kind-labels.ts'
import { StepCard } from './step-card.tsx'
import { DeleteImport, UndoImport } from './undo-dialog.tsx'

/** Describes the decisions of the policy: `The policy opened 12 reviews. 40 closed changes got none.` */
function describeDecisions({ opened, not_required: none, undecided }: NonNullable<ImportRecord['decisions']>): string {
  return [
    `The policy opened ${describeCount(opened, 'review')}.`,
    ...(none > 0 ? [`${describeCount(none, 'closed change')} got none.`] : []),
    ...(undecided > 0 ? [`It still has to decide on ${describeCount(undecided, 'change')}.`] : []),
  ].join(' ')
}

const loadRefusedRows = () => import('./refused-rows.tsx')

/** The result of an import, with the refused rows and a button that undoes it. */
export function ImportResult({ record }: { record: ImportRecord }) {
  const mayImport = useMay('manager')
  const refused = useLazyPart(loadRefusedRows, mayImport && record.refused > 0, () => {})
  return (
    <>
      <StepCard number={4} title="Imported">
        {record.undone_at === null ? null : (
          <Notice tone="warning" title="This import was undone">
            By {record.undone_by}, <DateTime value={record.undone_at} />.
          </Notice>
        )}
        <ImportCounts record={record} />
        {record.decisions && record.undone_at === null ? (
          <p className="text-sm">{describeDecisions(record.decisions)}</p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={kindHref(record.kind)} variant="primary">
            Open {getKindLabel(record.kind).toLowerCase()}
          </ButtonLink>
          {mayImport ? (
            <>
              <ButtonLink href={`${pagePaths.imports}?kind=${record.kind}`}>Import another file</ButtonLink>
              {record.undone_at === null && record.kind !== 'accounts' ? <UndoImport record={record} /> : null}
              <DeleteImport record={record} />
            </>
          ) : null}
        </div>
        <Remarks remarks={record.remarks} />
      </StepCard>
      {record.kind === 'accounts' && record.inserted > 0 ? <InviteImported id={record.id} /> : null}
      {refused && record.refused > 0 ? <refused.RefusedRows record={record} /> : null}
    </>
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
          <Notice tone="success" title={`${people(data.invited)} invited`} announce>
            {data.waiting > 0 ? `${people(data.waiting)} still wait for an invitation.` : null}
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

const people = (count: number) => `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`

/** Counts of inserted, updated, unchanged and refused rows, expected or actual. */
export function ImportCounts({ record }: { record: ImportEntry }) {
  const counts = [
    { label: 'New', count: record.inserted, isAlways: true },
    { label: 'Changed', count: record.updated, isAlways: true },
    { label: 'Unchanged', count: record.unchanged, isAlways: true },
    { label: 'Refused', count: record.refused, isAlways: true },
    { label: 'Earlier states of a record', count: record.superseded },
    { label: 'Kept values edited here', count: record.kept },
    { label: 'Unknown changes, created as stubs', count: record.stubs },
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {counts
        .filter(({ count, isAlways }) => isAlways || count > 0)
        .map(({ label, count }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
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
