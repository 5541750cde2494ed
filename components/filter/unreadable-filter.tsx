import { FilterX } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { FilterError } from '#lib/filter/parse.ts'

type UnreadableFilterProps = { fault: FilterError; clearHref: string }

/** In place of a list whose filter cannot be read; the API would refuse it with the same words. */
export function UnreadableFilter({ fault: { line, column, message }, clearHref }: UnreadableFilterProps) {
  return (
    <EmptyState
      icon={FilterX}
      title="This filter cannot be read"
      action={<ButtonLink href={clearHref}>Take the filter off</ButtonLink>}
    >
      Line {line}, column {column}: {message}
    </EmptyState>
  )
}
