import { formatCount } from '#components/ui/format-count.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getKindLabel } from './kind-labels.ts'
import { StepCard } from './step-card.tsx'

/** The first step after the upload: the file that was sent. */
export function FileStep({
  record: { file_name: name, size, kind, created_by: by, created_at: at },
  mayImport,
}: {
  record: ImportRecord
  mayImport: boolean
}) {
  return (
    <StepCard number={1} title="File">
      <p className="text-sm wrap-anywhere">
        <strong className="font-semibold">{name}</strong> with {getKindLabel(kind).toLowerCase()},{' '}
        {formatCount(Math.ceil(size / 1024))} KB, sent by {by}, <DateTime value={at} />.{' '}
        {mayImport ? <TextLink href={`${pagePaths.imports}?kind=${kind}`}>Choose another file</TextLink> : null}
      </p>
    </StepCard>
  )
}
