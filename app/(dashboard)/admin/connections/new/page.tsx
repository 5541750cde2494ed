import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { connectionPaths } from '#lib/domain/connection-paths.ts'
import { getKind, kindNames } from '#server/connections/all-kinds.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'New connection' }

/** The kinds of systems to choose from. */
export default async function NewConnectionPage() {
  await getPageContext(connectionPaths.new(), 'admin')
  return (
    <>
      <PageHeader title="New connection" description="Choose the system." />
      <Card className="max-w-2xl">
        <ul className="divide-y divide-line">
          {kindNames.map((kind) => (
            <li key={kind} className="px-4 py-3 text-sm">
              <TextLink href={connectionPaths.new(kind)}>{getKind(kind).label}</TextLink>
              <p className="text-muted">{getKind(kind).purpose}</p>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
