import { Trash2 } from 'lucide-react'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

const kinds = {
  change: { all: pagePaths.changes, name: 'changes' },
  incident: { all: pagePaths.incidents, name: 'incidents' },
  article: { all: pagePaths.knowledge, name: 'articles' },
  improvement: { all: pagePaths.improvements, name: 'actions' },
} as const

type DeletedRecordProps = {
  kind: keyof typeof kinds
  /** The number of the record, or `This action`. */
  name: string
  /** When it was deleted, and whether the retention did it or a person. */
  deletion: { at: string; isByRetention: boolean }
}

export function DeletedRecord({ kind, name, deletion: { at, isByRetention } }: DeletedRecordProps) {
  const { all, name: records } = kinds[kind]
  return (
    <EmptyState
      icon={Trash2}
      title={
        <h1>
          <BreadcrumbLabel label={name} />
          {name} was deleted
        </h1>
      }
      action={<ButtonLink href={all}>Go to the {records}</ButtonLink>}
    >
      {isByRetention ? (
        <>
          It was deleted with its texts on <DateTime value={at} />, under the retention of {records}.
        </>
      ) : (
        <>
          It was deleted on <DateTime value={at} />.
        </>
      )}{' '}
      Records that name it stay.
    </EmptyState>
  )
}
