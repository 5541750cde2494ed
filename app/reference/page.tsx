import type { Metadata } from 'next'
import { PageHeader } from '#components/layout/page-header.tsx'
import { OperationIndex, Overview } from '#components/reference/overview.tsx'
import { readGroups, readOverview } from '#components/reference/read-operation.ts'
import { ReferenceFrame } from '#components/reference/reference-frame.tsx'
import { openApiDocument } from '#server/api-documents.ts'

export const metadata: Metadata = { title: 'API reference' }

export default function ReferencePage() {
  const document = openApiDocument()
  const groups = readGroups(document)
  const sections = readOverview(document)
  return (
    <ReferenceFrame sections={sections} groups={groups} current={null}>
      <PageHeader
        title="API reference"
        meta={<span className="text-sm text-muted">version {document.info.version}</span>}
        description="Every operation of this service, generated from the contract that requests and responses are checked against."
      />
      <OperationIndex groups={groups} />
      <Overview sections={sections} />
    </ReferenceFrame>
  )
}
