'use client'

import { useMay } from '#components/layout/user-context.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { DeleteImport } from './delete-import.tsx'
import { ImportCounts } from './import-counts.tsx'
import { InviteImported } from './invite-imported.tsx'
import { getKindLabel, kindHref } from './kind-labels.ts'
import { Remarks } from './remarks.tsx'
import { StepCard } from './step-card.tsx'
import { UndoImport } from './undo-import.tsx'

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
