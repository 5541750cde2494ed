import { FilterChips } from '#components/filter/filter-chips.tsx'
import { Chip } from '#components/ui/chip.tsx'
import type { KnowledgeQuery } from '#lib/api/knowledge-query.ts'
import { knowledgeAddress } from '#lib/api/knowledge-search.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { facets } from './facets.ts'

/** The applied facets and filters, each removable. */
export function AppliedFacets({ query, reading }: { query: KnowledgeQuery; reading: FilterReading }) {
  const address = (changes: Partial<KnowledgeQuery>) => knowledgeAddress(pagePaths.knowledge, query, changes)
  const applied = facets.flatMap(({ name, label, chosen, toggle, valueLabel }) =>
    chosen(query).map((value) => (
      <Chip key={`${name} ${value}`} label={label} removeHref={address(toggle(query, value))}>
        {valueLabel(value)}
      </Chip>
    )),
  )
  return (
    <FilterChips
      reading={reading}
      hrefFor={(expression) => address({ query: expression })}
      clearHref={knowledgeAddress(pagePaths.knowledge, { page: 1, limit: query.limit, q: query.q }, {})}
    >
      {applied.length > 0 ? applied : null}
    </FilterChips>
  )
}
