import { Trash2 } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

const kinds = {
  change: { all: pagePaths.changes, name: 'changes' },
  incident: { all: pagePaths.incidents, name: 'incidents' },
} as const

type DeletedRecordProps = { kind: keyof typeof kinds; number: string; deletedAt: string }

/** Replaces a record that the retention deleted but other records still link to. */
export function DeletedRecord({ kind, number, deletedAt }: DeletedRecordProps) {
  const { all, name } = kinds[kind]
  return (
    <EmptyState
      icon={Trash2}
      title={<h1>{number} was deleted</h1>}
      action={<ButtonLink href={all}>Go to the {name}</ButtonLink>}
    >
      It was deleted with its texts on <DateTime value={deletedAt} />, under the retention of {name}. Records that name
      it stay.
    </EmptyState>
  )
}
