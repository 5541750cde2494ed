import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { PageHeader } from '#components/layout/page-header.tsx'
import { OperationArticle } from '#components/reference/operation-article.tsx'
import { readGroups, readOperation, readOverview } from '#components/reference/read-operation.ts'
import { ReferenceFrame } from '#components/reference/reference-frame.tsx'
import { openApiDocument } from '#server/api-documents.ts'
import { getServiceOrigin } from '#server/platform/http/api-request.ts'

type TagPageProps = { params: Promise<{ tag: string }> }

const findTag = (slug: string) =>
  readGroups(openApiDocument())
    .flatMap(({ tags }) => tags)
    .find((tag) => tag.slug === slug)

export async function generateMetadata({ params }: TagPageProps): Promise<Metadata> {
  const tag = findTag((await params).tag)
  return { title: tag ? `${tag.name} · API reference` : 'Not found' }
}

export default async function TagPage({ params }: TagPageProps) {
  const document = openApiDocument()
  const tag = findTag((await params).tag)
  if (!tag) notFound()
  const origin = getServiceOrigin(await headers())
  return (
    <ReferenceFrame sections={readOverview(document)} groups={readGroups(document)} current={tag.slug}>
      <PageHeader title={tag.name} description={tag.description} />
      {tag.operations.map((entry) => (
        <OperationArticle key={entry.id} operation={readOperation(document, entry)} origin={origin} />
      ))}
    </ReferenceFrame>
  )
}
