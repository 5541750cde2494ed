import { FilterX } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { FilterError } from '#lib/filter/parse.ts'

type InvalidFilterProps = { error: FilterError; clearHref: string }

/** Replaces a list whose filter is invalid; the API rejects it with the same message. */
export function InvalidFilter({ error: { line, column, message }, clearHref }: InvalidFilterProps) {
  return (
    <EmptyState
      icon={FilterX}
      title="This filter is not valid"
      action={<ButtonLink href={clearHref}>Remove the filter</ButtonLink>}
    >
      Line {line}, column {column}: {message}
    </EmptyState>
  )
}
