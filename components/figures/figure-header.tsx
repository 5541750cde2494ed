import { PageHeader } from '#components/layout/page-header.tsx'
import { BreadcrumbLabel } from '#components/layout/path-breadcrumbs.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { formatDay } from '#components/ui/format-time.ts'
import { TabLinks } from '#components/ui/tab-links.tsx'
import type { FigureName, FigurePart } from '#lib/contracts/app/figure-tokens.ts'
import { figureDefinitions } from '#lib/domain/figure-definitions.ts'
import { type FigureFilters, figuresAddress, recordsAddress } from '#lib/domain/figure-lists.ts'
import type { Period } from '#lib/domain/figure-period.ts'
import { FigureMeaning } from './figure-meaning.tsx'

type FigureHeaderProps = {
  figure: { readonly name: FigureName; readonly numerator: number; readonly denominator: number }
  period: Period
  filters: FigureFilters
  part: FigurePart
}

/** What the list below is the list of: the figure, its period and filters, and which part of it is shown. */
export function FigureHeader({ figure, period, filters, part }: FigureHeaderProps) {
  const { title, numeratorMeans, denominatorMeans } = figureDefinitions[figure.name]
  const { team, type, service } = filters
  const narrowed = [team && `team ${team}`, type && `type ${type}`, service && `service ${service}`].filter(Boolean)
  const span =
    figure.name === 'overdue_reviews'
      ? 'As of today'
      : `${formatDay(period.from)} – ${formatDay(period.to)}, by days of UTC`
  return (
    <>
      <BreadcrumbLabel label={title} />
      <PageHeader
        title={title}
        description={[span, ...narrowed].join(', ')}
        actions={<ButtonLink href={figuresAddress(period, filters)}>Back to the figures</ButtonLink>}
      />
      <details className="mb-3">
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-text">What it counts</summary>
        <FigureMeaning figure={figure} className="mt-2" />
      </details>
      <div className="mb-3">
        <TabLinks
          label="Part of the figure"
          tabs={[
            {
              href: recordsAddress(figure.name, period, filters),
              label: sentence(numeratorMeans),
              count: figure.numerator,
              current: part === 'numerator',
            },
            {
              href: recordsAddress(figure.name, period, filters, 'denominator'),
              label: sentence(denominatorMeans),
              count: figure.denominator,
              current: part === 'denominator',
            },
          ]}
        />
      </div>
    </>
  )
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
